import { describe, expect, it } from 'vitest'
import { readVerification } from './verification-report.ts'

const report = (line: string): string => `# Verification\n\n${line}\n\nThe steps were repeated.\n`

describe('readVerification', () => {
  it.each([
    'Verdict: VERIFIED',
    'Verdict: verified',
    '**Verdict:** VERIFIED',
    '## Verdict: VERIFIED',
    '判定: 合格',
    '判定：合格',
    '| Verdict | VERIFIED |',
    'Verdict: ✅ VERIFIED',
    '## Verdict\n\nVERIFIED',
    '## Verification Status\n**PASSED** ✅',
    '## Verification Status\n✅ **PASSED**',
    '## Verification Status: ✅ PASSED',
    '## Verification Status\n**PASSED** ✅ (Re-verified after regression fix)',
    '## 検証ステータス\n合格',
    '## Status: ✅ VERIFIED',
    '**Status: Verified ✅**',
    '- **Status**: ✅ Fixed\n\n## Verification Status\n\nPASSED',
  ])('B4 is verified: %j', (line) => {
    expect(readVerification(report(line))).toEqual({ ok: true, verdict: 'verified' })
  })

  it.each([
    'Verdict: NOT VERIFIED',
    'Verdict: Not verified',
    'Verdict: NOT-VERIFIED',
    'Verdict: UNVERIFIED',
    'Verdict: FAILED',
    'Verdict: PARTIAL',
    'Verdict: PARTIAL (one case is left)',
    '判定: 不合格',
    '## Verification Status\n**FAILED** - the fix is incomplete',
    '## Verification Status: ❌ FAILED',
  ])('B4 is a no: %j', (line) => {
    expect(readVerification(report(line))).toEqual({ ok: true, verdict: 'not-verified' })
  })

  it.each([
    '',
    'It is VERIFIED.',
    'Verdict:',
    'Verdict: MAYBE',
    'Verdict: VERIFIED | NOT VERIFIED',
    'Verdict: VERIFIED if the tests pass',
    'Verdict: VERIFIED (not the second case)',
    'Verdict: ❌ VERIFIED',
    'Verdict: NOT VERIFIED / VERIFIED',
    'Verdict: VERIFIED\nVerdict: NOT VERIFIED',
    'Verdict: NOT VERIFIED\n判定: 合格',
    '## Verification Status\n**PASSED** except for the second case',
    '## Verification Status\nPASSED / FAILED',
    '## Verification Status\nFAILED, then PASSED',
    '## Verification Status\nPASSED\n\n## Verdict: NOT VERIFIED',
    '| Test | Status |\n|---|---|\n| unit | PASSED |',
    'Status: PASSED',
    '## Test Results\n\nPASSED',
    '```\nVerdict: VERIFIED\n```',
    '```\nVerdict: VERIFIED',
  ])('B4 is nothing that counts: %j', (line) => {
    expect(readVerification(report(line))).toMatchObject({ ok: false })
  })
})
