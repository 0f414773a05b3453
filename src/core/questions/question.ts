import type { OpenQuestion } from '../../contracts/asked/questions.ts'
import { shortened } from '../words/shortened.ts'

const MAX_KEY = 60
const MAX_TITLE = 300
const MAX_TEXT = 2000
const MAX_OPTIONS = 8

export const question = (
  part: Pick<OpenQuestion, 'key' | 'kind'> & Partial<OpenQuestion>,
): OpenQuestion => ({ title: '', text: '', options: [], suggestion: null, ...part })

/** Makes it short enough for a row of buttons, and removes terminal control characters. */
export function bounded(one: OpenQuestion): OpenQuestion {
  return {
    ...one,
    key: line(one.key, MAX_KEY).replace(/\s/g, '-') || 'answer',
    title: line(one.title, MAX_TITLE),
    text: shortened(one.text.replace(CONTROL, ' ').trim(), MAX_TEXT),
    options: [...new Set(one.options.map((option) => line(option, MAX_TITLE)))]
      .filter((option) => option !== '')
      .slice(0, MAX_OPTIONS),
    suggestion: one.suggestion === null ? null : shortened(one.suggestion.trim(), MAX_TEXT),
  }
}

const CONTROL = /[^\P{Cc}\n\t]/gu

const line = (text: string, length: number): string =>
  shortened(
    text
      .replace(/\p{Cc}+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    length,
  )
