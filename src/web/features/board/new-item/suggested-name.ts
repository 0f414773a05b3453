import { toRomaji } from 'wanakana'
import { slugOf } from './item-name.ts'

/** Loan words that everyone knows in their own spelling. */
const LOAN_WORDS: ReadonlyMap<string, string> = new Map([
  ['ログイン', 'login'],
  ['ログアウト', 'logout'],
  ['ユーザー', 'user'],
  ['ユーザ', 'user'],
  ['パスワード', 'password'],
  ['パスキー', 'passkey'],
  ['メール', 'mail'],
  ['アカウント', 'account'],
  ['ファイル', 'file'],
  ['ダウンロード', 'download'],
  ['アップロード', 'upload'],
  ['データ', 'data'],
  ['ページ', 'page'],
  ['ボタン', 'button'],
  ['リスト', 'list'],
  ['カート', 'cart'],
  ['タイマー', 'timer'],
  ['タスク', 'task'],
  ['テスト', 'test'],
  ['エラー', 'error'],
  ['コメント', 'comment'],
  ['カレンダー', 'calendar'],
  ['レポート', 'report'],
  ['グラフ', 'chart'],
  ['ダッシュボード', 'dashboard'],
  ['ダークモード', 'dark-mode'],
  ['メニュー', 'menu'],
  ['サーバー', 'server'],
  ['クライアント', 'client'],
  ['ターミナル', 'terminal'],
  ['エクスポート', 'export'],
  ['インポート', 'import'],
  ['検索', 'search'],
  ['設定', 'settings'],
  ['通知', 'notification'],
  ['画面', 'screen'],
  ['一覧', 'list'],
  ['削除', 'delete'],
  ['追加', 'add'],
  ['編集', 'edit'],
  ['登録', 'register'],
  ['表示', 'show'],
  ['保存', 'save'],
  ['予約', 'booking'],
  ['注文', 'order'],
  ['支払', 'payment'],
  ['決済', 'payment'],
  ['翻訳', 'translation'],
  ['画像', 'image'],
  ['共有', 'share'],
])
const KNOWN = new RegExp(
  [...LOAN_WORDS.keys()].toSorted((a, b) => b.length - a.length).join('|'),
  'g',
)
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
/** Of the rest: katakana are words, hiragana mostly joins them, and of kanji no one knows the reading. */
const KATAKANA = /[\p{Script=Katakana}ー]+/gu
const HIRAGANA = /\p{Script=Hiragana}+/gu
const WORDS = 4

/** A name made from what was written, in any language; `fallback` where nothing of it can be kept. */
export function suggestedName(
  description: string,
  { fallback, isTaken }: { fallback: string; isTaken: (name: string) => boolean },
): string {
  const [first = ''] = description.trim().split(/[\n。！？!?]|\.\s/u)
  const slug = slugOf(JAPANESE.test(first) ? inLatin(first) : first)
  if (slug !== '') return free(slug, isTaken)
  return description.trim() === '' ? '' : numbered(fallback, isTaken)
}

function inLatin(text: string): string {
  const known = text.normalize('NFKC').replace(KNOWN, (word) => ` ${LOAN_WORDS.get(word) ?? ''} `)
  const spelled = known.replace(KATAKANA, (word) => ` ${romaji(word)} `)
  const words = wordsIn(spelled.replace(HIRAGANA, ' '))
  return (words.length > 0 ? words : wordsIn(spelled.replace(HIRAGANA, romaji))).join(' ')
}

const romaji = (kana: string): string => toRomaji(kana.replaceAll('ー', '')).replace(/[^a-z]/gi, '')

const wordsIn = (text: string): string[] => [
  ...new Set(text.match(/[A-Za-z0-9][A-Za-z0-9-]*/g)?.slice(0, WORDS) ?? []),
]

function free(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  return numbered(name, isTaken, 2)
}

function numbered(name: string, isTaken: (name: string) => boolean, from = 1): string {
  let number = from
  while (isTaken(`${name}-${number}`)) number++
  return `${name}-${number}`
}
