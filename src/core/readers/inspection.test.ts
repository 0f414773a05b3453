import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInspection } from './inspection-report.ts'

const GO = { ok: true, verdict: 'go' }
const NOGO = { ok: true, verdict: 'nogo' }

describe('labels', () => {
  it.each([
    'Judgment: VERDICT',
    'JUDGMENT: VERDICT',
    'judgement: VERDICT',
    'Verdict: VERDICT',
    'Final Verdict: VERDICT',
    'Overall Judgment : VERDICT',
    'Inspection Judgment: VERDICT',
    'Judgment (GO/NOGO): VERDICT',
    'Judgment：VERDICT',
    '**Judgment**: VERDICT',
    '**Judgment:** VERDICT',
    '**Judgment: VERDICT**',
    '- **Judgment**: **VERDICT**',
    '* Judgment: `VERDICT`',
    '1. Judgment: VERDICT',
    '> Judgment: VERDICT',
    '### Judgment: VERDICT',
    '## 3. Judgment: VERDICT',
    '## ✅ Judgment: VERDICT',
    '判定: VERDICT',
    '判定：VERDICT',
    '総合判定：VERDICT',
    '最終判定: VERDICT',
    '**判定結果**： VERDICT',
    '【判定】：VERDICT',
    '■ 判定：VERDICT',
    'GO/NOGO判定: VERDICT',
    '判定 / Judgment: VERDICT',
    '## Judgment\n\nVERDICT',
    '## 判定\n**VERDICT**\n\n理由は次のとおり。',
    '## Judgment\n\n- VERDICT',
    '## Judgment\n### VERDICT',
    'Judgment\n========\n\nVERDICT',
    '**Judgment**\n\nVERDICT',
    'Judgment:\nVERDICT',
    '- **Judgment:**\n  - VERDICT',
    '## Judgment\n\nJudgment: VERDICT',
    '| Judgment | VERDICT |',
    '| Item | Value |\n|---|---|\n| **判定** | **VERDICT** |\n| Date | 2025 |',
    '| Judgment | VERDICT |\n|---|---|\n| Date | 2025 |',
    '| Judgment | VERDICT | 3 warnings |',
    'Date: 2025-01-01 | Judgment: VERDICT',
    '<!-- Judgment: GO or NOGO -->\nJudgment: VERDICT',
    'Judgment: VERDICT\n\n```\nJudgment: GO\nJudgment: NOGO\n```',
    'Judgment: VERDICT\n\n## Again\n\nVerdict: VERDICT',
    '\uFEFF# Report\r\n\r\nJudgment: VERDICT\r\n',
  ])('X3 reads both verdicts of %j', (text) => {
    expect(readInspection(text.replaceAll('VERDICT', 'GO'))).toEqual(GO)
    expect(readInspection(text.replaceAll('VERDICT', 'NOGO'))).toEqual(NOGO)
  })
})

describe('values', () => {
  it.each([
    'GO',
    ' GO ',
    '**GO**',
    '`GO`',
    'GO ✅',
    '✅ GO',
    '✔️ **GO**',
    'GO 🎉',
    'GO.',
    'GO。',
    'GO!',
    'ＧＯ',
    'GO (3 warnings)',
    'GO（警告3件）',
    'GO (no critical issues, 2 minor)',
    'GO ⚠️ (3 warnings)',
    'GO - all requirements are met',
    'GO — all tests pass',
    'GO: every requirement is covered',
    'GO、全要件を満たす',
    'GO  ',
    'GO\\',
    'GO<br>',
  ])('X3 reads %j as GO', (value) => {
    expect(readInspection(`Judgment: ${value}`)).toEqual(GO)
  })

  it.each([
    'NOGO',
    'NO-GO',
    'NO GO',
    'NO‑GO',
    'No-Go',
    'nogo',
    '**NO-GO**',
    'NO**GO**',
    '❌ NOGO',
    'NOGO ❌',
    '✅ NOGO',
    'NOGO (2 critical)',
    'NOGO until the tests pass',
    'NOGOとする',
    '[x] NOGO',
    'ＮＯＧＯ',
  ])('X3 reads %j as NOGO', (value) => {
    expect(readInspection(`Judgment: ${value}`)).toEqual(NOGO)
  })

  it.each([
    'NOT GO',
    'not GO',
    'GO if the tests pass',
    'GO (if the tests pass)',
    'GO - once the tests pass',
    'GO, but fix the tests',
    'GO (conditional)',
    'GO with conditions',
    'GO pending review',
    'GO for the next round',
    'GO?',
    'GO*',
    'GO...',
    'GO…',
    'GO or NOGO',
    'GO/NOGO',
    'GO / NOGO',
    'GO | NOGO',
    'GO, NOGO',
    'NOGO/GO',
    'NOGO or GO',
    'NOGO → GO',
    '[GO/NOGO]',
    '{GO|NOGO}',
    '<GO or NOGO>',
    '[ ] GO',
    '[ ] GO [x] NOGO',
    '☐ GO',
    '☑ GO ☐ NOGO',
    '❌ GO',
    'GO ❌',
    '~~GO~~',
    '~~GO~~ NOGO',
    '~~NOGO~~ GO',
    'go',
    'Go',
    'we go on',
    'Go 1.22',
    'GOOD',
    'GO-LIVE',
    'GOとする',
    'GO（条件付き）',
    'GO（要修正）',
    'GO（ただし修正後）',
    'GO (1 critical)',
    'GO（重大1件）',
    'NO',
    'FAIL',
    'PASS',
    'OK',
    'pending',
    '不合格',
  ])('X3 never reads %j as GO', (value) => {
    expect(readInspection(`Judgment: ${value}`)).toMatchObject({ ok: false, why: 'no-verdict' })
    expect(readInspection(`## Judgment\n\n${value}`)).toMatchObject({ ok: false })
    expect(readInspection(`| Judgment | ${value} |`)).toMatchObject({ ok: false })
  })

  it.each(['if the tests pass.', 'but only with a new key.', 'ただし、テストの成功を前提とする。'])(
    'X3 does not stop reading before %j on the next line',
    (next) => {
      expect(readInspection(`Judgment: GO\n${next}`)).toMatchObject({ ok: false })
      expect(readInspection(`## Judgment\nGO\n${next}`)).toMatchObject({ ok: false })
    },
  )
})

describe('what gives no verdict', () => {
  it.each([
    ['nothing', ''],
    ['prose', 'We go on. It is a GO for us, and the judgment is GO.'],
    ['a word of its own', 'GO'],
    ['another label', 'Result: GO'],
    ['an older verdict', 'Previous judgment: GO'],
    ['the criteria', '## Judgment Criteria\n\n- GO: no critical issue'],
    ['a label in a sentence', 'About the judgment: GO'],
    ['a ticked list', '- [x] Judgment: GO'],
    ['an unticked list', '- [ ] Judgment: GO'],
    ['a box that is not ticked', '☐ Judgment: GO'],
    ['a cross', '❌ Judgment: GO'],
    ['a heading and prose', '## Judgment\n\nThe tests pass.\n\nGO'],
    ['a heading and no value', '## Judgment\n\n## Next steps\n\nGO on.'],
    ['a heading at the end', '## Judgment'],
    ['a fence', '```\nJudgment: GO\n```'],
    ['a comment', '<!-- Judgment: GO -->'],
    ['a fence below the heading', '## Judgment\n\n```\nGO\n```'],
    ['a column of findings', '| Requirement | Judgment |\n|---|---|\n| 1.1 | GO |'],
    ['a column with one row', '| Judgment | Date |\n|---|---|\n| GO | 2025 |'],
  ])('X3 finds none in %s', (_, text) => {
    expect(readInspection(text)).toMatchObject({ ok: false, why: 'no-verdict' })
  })

  it('X3 names the line of a doubtful verdict', () => {
    expect(readInspection('# A\n\nJudgment: NOT GO')).toMatchObject({ line: 3 })
  })
})

describe('contradictions', () => {
  it.each([
    ['two verdicts', 'Judgment: GO\n\nVerdict: NOGO', 3],
    ['two verdicts the other way round', 'Judgment: NOGO\nJudgment: GO', 2],
    ['two languages', '判定: GO\n\n## 総合判定\n\nNO-GO', 5],
    ['a doubtful one beside a clear one', 'Judgment: GO\nVerdict: GO/NOGO', 2],
    ['a refusal beside a GO', 'Judgment: GO\nVerdict: FAIL', 2],
    ['a list of the choices', '## Judgment\n\n- GO\n- NOGO', 4],
    ['a list of the choices after a colon', 'Judgment:\n\n- GO\n- [ ] NOGO', 4],
    ['a table row', 'Judgment: GO\n\n| 判定 | NOGO |', 3],
    [
      'one finding in a column',
      'Judgment: GO\n\n| No | Judgment |\n|--|--|\n| 1 | GO |\n| 2 | NOGO |',
      6,
    ],
  ])('X3 reports %s', (_, text, line) => {
    expect(readInspection(text)).toEqual({ ok: false, why: 'contradicting-verdicts', line })
  })

  it.each([
    ['findings that are all GO', 'Judgment: GO\n\n| No | Judgment |\n|--|--|\n| 1 | GO |'],
    ['findings in other words', 'Judgment: GO\n\n| 判定 | 項目 |\n|--|--|\n| OK | a |'],
    ['the meaning of the words', 'Judgment: GO\n\n## Next\n\n- For GO: merge\n- For NOGO: fix'],
    [
      'a section with other words',
      '## Judgment\n\nGO\n\nNothing critical.\n\n## Rules\n\nNOGO: bad',
    ],
    ['a word that begins like it', 'Judgment: GOOD\n\nVerdict: GO'],
    ['values of sections', '判定: 問題なし\n\n総合判定: GO'],
  ])('X3 lets a GO stand beside %s', (_, text) => {
    expect(readInspection(text)).toEqual(GO)
  })

  it('X3 refuses a choice of both in one row', () => {
    expect(readInspection('| Judgment | GO | NOGO |')).toMatchObject({ ok: false })
  })
})

describe('what cannot be read', () => {
  it.each([
    ['Judgment: GO\n\n```\nJudgment: NOGO', 'unclosed-fence', 3],
    ['Judgment: GO\n<!-- Judgment: NOGO', 'unclosed-comment', 2],
  ])('X3 refuses %j', (text, why, line) => {
    expect(readInspection(text)).toEqual({ ok: false, why, line })
  })
})

describe('any report', () => {
  const piece = fc.constantFrom(
    'Judgment',
    '判定',
    ': ',
    'GO',
    'NO',
    '-',
    ' ',
    '| ',
    '## ',
    '**',
    '\n',
    '\n\n',
    '✅',
    'if',
  )
  const pieces = fc.array(piece).map((all) => all.join(''))

  it('X3 never throws', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), pieces)
    fc.assert(
      fc.property(text, (any) => void readInspection(any)),
      { numRuns: 1000 },
    )
  })

  it('X3 never gives GO once a NOGO was stated', () => {
    fc.assert(
      fc.property(pieces, pieces, (before, after) => {
        expect(readInspection(`${before}\n\nJudgment: NOGO\n\n${after}`)).not.toEqual(GO)
      }),
      { numRuns: 1000 },
    )
  })

  it('X3 never gives GO to a text without the word', () => {
    fc.assert(
      fc.property(pieces, (text) => {
        expect(readInspection(text.replaceAll('GO', 'go'))).not.toEqual(GO)
      }),
    )
  })

  it.each([
    ['labels', (size: number) => 'Judgment | '.repeat(size / 11)],
    ['colons', (size: number) => 'Judgment' + ':'.repeat(size)],
    ['spaces', (size: number) => 'Judgment: GO' + ' '.repeat(size) + 'b'],
    ['dashes', (size: number) => 'Judgment: GO ' + '-'.repeat(size)],
    ['verdicts', (size: number) => 'Judgment: GO\n'.repeat(size / 13)],
    ['tables', (size: number) => '|Judgment|\n|-|\n'.repeat(size / 15)],
    ['a section', (size: number) => '## Judgment\n' + 'GO NO\n'.repeat(size / 6)],
    ['stars', (size: number) => '*'.repeat(size) + 'Judgment: GO'],
  ])('X3 needs time in step with the size: %s', (_, make) => {
    // CPU time, because wall-clock time would fail on a busy machine.
    const cost = (text: string): number => {
      const before = process.cpuUsage()
      readInspection(text)
      return process.cpuUsage(before).user / 1000
    }
    // Linear growth is 32 times, quadratic 1,024; the minimum covers times too short to measure.
    const small = Math.max(cost(make(1 << 13)), 4)
    expect(cost(make(1 << 18))).toBeLessThan(small * 128)
  })
})

describe('X3 a hedged GO is no verdict', () => {
  const hedges = [
    'if when once after until till unless but however though except only not never first',
    'pending provided providing assuming subject draft tbd todo wip instead waiting hold',
    'maybe perhaps likely might may could would should must think believe guess fix',
    'blocked revoked withdrawn rejected open unresolved unverified untested unclear',
    'conditional probably tentative provisional temporarily partial caveats reservations risky',
    'remaining require requires needs overridden incomplete doubt unsure ? ... ~~ ❌ ❓ ☐',
    '条件 ただし 但し 場合 もし 保留 仮 未 否 でない ではない 次第 前提 不可 不合格',
    '要修正 予定 修正後 対応後 完了後 まで',
  ].flatMap((line) => line.split(' '))

  it.each([...hedges, '2 critical', '3 blockers', '重大: 1'])('GO (%s)', (hedge) => {
    expect(readInspection(`# Inspection\n\nJudgment: GO (${hedge})\n`)).toMatchObject({ ok: false })
  })

  it.each([
    ['a footnote', 'Judgment: GO*\n\n\\* after the fixes\n'],
    ['a sentence that goes on in the next line', 'Judgment: GO\nif the tests pass\n'],
    ['words of its own before the condition', 'Judgment: GO, all is done, once merged\n'],
    ['no sign between GO and the words', 'Judgment: GO home\n'],
  ])('%s', (_what, text) => {
    expect(readInspection(`# Inspection\n\n${text}`)).toMatchObject({ ok: false })
  })

  it('words that do not hedge leave it a GO', () => {
    for (const words of ['all tasks verified', 'ready to go', '0 critical', '重要な問題なし'])
      expect(readInspection(`Judgment: GO (${words})\n`)).toEqual({ ok: true, verdict: 'go' })
  })
})

describe('reports of other tools', () => {
  it.each([
    ['## Final Judgment\n\n### Decision: NOGO\n\nText.', 'nogo'],
    ['## Final Judgment\n\n### Decision: GO\n', 'go'],
    ['## Final Judgment\n\n**Decision**: GO\n', 'go'],
    ['## 最終判定\n\n### 結論: NOGO\n', 'nogo'],
    ['## Final Judgment\n\n### Decision\n\n**GO**\n', 'go'],
  ])('X7 %j is one verdict', (text, verdict) => {
    expect(readInspection(text)).toEqual({ ok: true, verdict })
  })

  it.each([
    '## Final Judgment\n\n### Decision: GO (after autofix)\n',
    '## Final Judgment\n\n### Decision: GO\n\n### Decision: NOGO\n',
    '## Decisions\n\nDecision: GO\n',
    'Decision: GO\n',
  ])('X7 %j is none', (text) => expect(readInspection(text).ok).toBe(false))

  const ROWS = '| 1 | NOGO |\n| 2 | NOGO |\n| 3 | GO |\n'

  it.each([
    `# Inspection 3\n\nJudgment: GO\n\n| Round | Judgment |\n|---|---|\n${ROWS}`,
    `## History\n\n| # | Judgment |\n|---|---|\n${ROWS}\n## Final Judgment\n\nGO\n`,
    `## 検査履歴\n\n| # | 判定 |\n|---|---|\n${ROWS}\n## 判定\n\nGO\n`,
    `| Date | Judgment | By |\n|---|---|---|\n| 2025-01-01 | NOGO | a |\n\nJudgment: GO\n`,
  ])('X7 earlier verdicts in %j are history', (text) => {
    expect(readInspection(text)).toEqual({ ok: true, verdict: 'go' })
  })

  it('X7 a history alone is no verdict, and a column of findings still speaks against a GO', () => {
    expect(readInspection(`| Round | Judgment |\n|---|---|\n${ROWS}`).ok).toBe(false)
    const findings = `Judgment: GO\n\n## Findings\n\n| # | Judgment |\n|---|---|\n${ROWS}`
    expect(readInspection(findings).ok).toBe(false)
  })
})
