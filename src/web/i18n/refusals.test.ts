import { expect, it } from 'vitest'
import type { Rejection } from '../../contracts/rejections.ts'
import { specNamed } from '../../contracts/work-item.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'
import { wordsOfRefusal } from './words.ts'

it('a phase that has to pass first is not called unwritten', () => {
  const refusal: Rejection = {
    code: 'PRECONDITION',
    item: specNamed('login'),
    phase: 'deploy',
    missing: [{ phase: 'inspection', needs: 'passed' }],
  }
  expect(wordsOfRefusal(en, refusal)).toBe('Deploy cannot run yet: Inspection has not passed.')
  expect(wordsOfRefusal(ja, refusal)).toContain('検査に合格していません')
})
