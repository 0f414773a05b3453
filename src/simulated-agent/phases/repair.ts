import { join } from 'node:path'
import { BUG_FILES } from '../../core/workflow/document-files.ts'
import type { Stage } from '../stage.ts'
import { localised, type World } from '../world.ts'

export async function playAnalyze(stage: Stage, world: World): Promise<string> {
  const say = (en: string, ja: string): string => localised(world, en, ja)
  await stage.read(join(world.specDir, BUG_FILES.report))
  await stage.say(say('I look for the first wrong value.', '最初に誤る値を探します。'))
  await stage.write(
    join(world.specDir, BUG_FILES.analyze),
    `# Analysis: ${world.feature}

## Cause

${say('The guard in', '原因は')} \`${world.sourceDir}/guard.mjs\` ${say('is missing.', 'の欠落です。')}

## Plan

1. ${say('Write a test that shows the bug.', '不具合を示すテストを書く。')}
2. ${say('Add the guard.', '検査を追加する。')}
`,
  )
  return say('The cause is found.', '原因を特定しました。')
}

export async function playFix(stage: Stage, world: World): Promise<string> {
  const say = (en: string, ja: string): string => localised(world, en, ja)
  await stage.read(join(world.specDir, BUG_FILES.analyze))
  await stage.read(join(world.specDir, BUG_FILES.verify))
  await stage.write(
    join(world.workDir, world.sourceDir, 'guard.mjs'),
    `/** A second call with the same key changes nothing. */
export function once(act) {
  const seen = new Set()
  return (key) => (seen.has(key) ? false : (seen.add(key), act(key), true))
}
`,
  )
  await stage.write(
    join(world.specDir, BUG_FILES.fix),
    `# Fix: ${world.feature}

| ${say('File', 'ファイル')} | ${say('Change', '変更')} |
|---|---|
| ${world.sourceDir}/guard.mjs | ${say('the same key acts once', '同じキーは一度だけ処理する')} |
`,
  )
  return say('The fix is in place.', '修正しました。')
}

export async function playVerify(stage: Stage, world: World): Promise<string> {
  const say = (en: string, ja: string): string => localised(world, en, ja)
  await stage.read(join(world.specDir, BUG_FILES.report))
  const fix = await stage.read(join(world.specDir, BUG_FILES.fix))
  await stage.say(say('I repeat the steps of the report.', '報告の手順を再現します。'))
  await stage.write(
    join(world.specDir, BUG_FILES.verify),
    `# Verification: ${world.feature}

Verdict: ${fix === null ? 'NOT VERIFIED' : 'VERIFIED'}

${say('The steps of the report no longer show the bug.', '報告の手順では再現しません。')}
`,
  )
  return say('The verification is written.', '検証結果を書きました。')
}
