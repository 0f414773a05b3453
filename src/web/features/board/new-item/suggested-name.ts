import { toRomaji } from 'wanakana'
import { slugOf } from './item-name.ts'
import { LOAN_WORDS } from './loan-words.ts'

const KNOWN = new RegExp(
  [...LOAN_WORDS.keys()].toSorted((a, b) => b.length - a.length).join('|'),
  'g',
)
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
const KANJI = /\p{Script=Han}/u
/**
 * In the remaining text, katakana are words, hiragana mostly joins words, and the reading of kanji
 * is unknown.
 */
const KATAKANA = /[\p{Script=Katakana}ー]+/gu
const HIRAGANA = /\p{Script=Hiragana}+/gu
const MAX_WORDS = 4

/** The action word, used when no noun of the text can be kept. */
const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/直|治|壊れ|おかしい|動かない/u, 'fix'],
  [/速|遅|重い|軽く/u, 'speed-up'],
  [/消|除|やめ/u, 'remove'],
  [/変え|替え|換え/u, 'change'],
  [/作|造|創|加え|増や|ほしい|欲しい/u, 'add'],
]

interface Naming {
  /** The kind of item, used when the text has no action word. */
  fallback: string
  /** Appended when the name says nothing else, such as `2026-11-16`. */
  today: string
  isTaken: (name: string) => boolean
}

/** Makes a name from the text, in any language; else from the action word and the date. */
export function suggestedName(description: string, { fallback, today, isTaken }: Naming): string {
  const [first = ''] = description.trim().split(/[\n。！？!?]|\.\s/u)
  const slug = slugOf(JAPANESE.test(first) ? inLatin(first) : first)
  if (slug !== '') return unusedName(slug, isTaken)
  if (description.trim() === '') return ''
  const action = ACTIONS.find(([words]) => words.test(first))?.[1] ?? fallback
  return unusedName(`${action}-${today}`, isTaken)
}

function inLatin(text: string): string {
  const known = text.normalize('NFKC').replace(KNOWN, (word) => ` ${LOAN_WORDS.get(word) ?? ''} `)
  const spelled = known.replace(KATAKANA, (word) => ` ${romaji(word)} `)
  const words = wordsIn(spelled.replace(HIRAGANA, ' '))
  // Next to kanji, hiragana are word endings, which are nonsense when spelled alone.
  if (words.length > 0 || KANJI.test(spelled)) return words.join(' ')
  return wordsIn(spelled.replace(HIRAGANA, romaji)).join(' ')
}

const romaji = (kana: string): string => toRomaji(kana.replaceAll('ー', '')).replace(/[^a-z]/gi, '')

const wordsIn = (text: string): string[] => [
  ...new Set(text.match(/[A-Za-z0-9][A-Za-z0-9-]*/g)?.slice(0, MAX_WORDS) ?? []),
]

function unusedName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  let number = 2
  while (isTaken(`${name}-${number}`)) number++
  return `${name}-${number}`
}
