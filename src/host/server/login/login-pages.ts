import { createHash } from 'node:crypto'
import { KEY_STORAGE } from '../../../contracts/launch/session-key.ts'

type Language = 'en' | 'ja'
export type LoginProblem = 'wrong' | 'too-many' | 'too-large'

const WORDS = {
  en: {
    title: 'SDD Orchestrator',
    needed: 'You need an invite link or a pairing code.',
    onComputer:
      'On the computer that runs it, type this in a terminal and open the link it prints:',
    onDevice:
      'On a phone or another computer, open Settings → Remote access on that computer and scan the code shown there.',
    ofFleet:
      'This is a fleet. An administrator of it invites you: Settings → People on its page, or “sdd fleet invite” at its database.',
    field: 'Link or pairing code',
    enter: 'Open',
    pairTitle: 'Pair this device',
    joinTitle: 'Join the fleet',
    joinExplained:
      'This invitation gives one browser access, once. Your role decides what you can do there.',
    join: 'Join',
    pairExplained:
      'This device can then see and control everything in SDD Orchestrator until you revoke it.',
    deviceName: 'Name of this device',
    pair: 'Pair',
    continue: 'Continue',
    wrong: 'That link or code is wrong or has expired. Get a new one.',
    'too-many': 'Too many failed attempts. Wait a minute.',
    'too-large': 'That is too long.',
  },
  ja: {
    title: 'SDD Orchestrator',
    needed: 'このページを開くには、招待リンクまたはペアリングコードが必要です。',
    onComputer:
      '実行中のコンピューターのターミナルで次のコマンドを入力し、表示されたリンクを開いてください:',
    onDevice:
      'スマートフォンや別のコンピューターからは、そのコンピューターの「設定 → リモートアクセス」を開き、表示されたコードを読み取ってください。',
    ofFleet:
      'これはフリートです。管理者からの招待が必要です（管理者のページの「設定 → メンバー」、またはデータベース側で sdd fleet invite）。',
    field: 'リンクまたはペアリングコード',
    enter: '開く',
    pairTitle: 'この端末をペアリング',
    joinTitle: 'フリートに参加',
    joinExplained:
      'この招待は 1 つのブラウザーで 1 回だけ使えます。できる操作はロールによって決まります。',
    join: '参加',
    pairExplained:
      'ペアリングすると、解除されるまでこの端末から SDD Orchestrator のすべてを閲覧・操作できます。',
    deviceName: 'この端末の名前',
    pair: 'ペアリング',
    continue: '続行',
    wrong: '一致しないか、期限が切れています。新しいリンクかコードを取得してください。',
    'too-many': '失敗が多すぎます。1 分待ってください。',
    'too-large': '長すぎます。',
  },
} as const

/** The first supported language that the browser names. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const named = (acceptLanguage ?? '').toLowerCase().split(',')
  const known = named.map((part) => part.trim().slice(0, 2)).find((two) => two in WORDS)
  return known === 'ja' ? 'ja' : 'en'
}

interface Refused {
  problem: LoginProblem | null
  /** The command that prints a new link on the host's computer; null for remote users. */
  command: string | null
  isFleet: boolean
}

export function loginPage(language: Language, { problem, command, isFleet }: Refused): string {
  const words = WORDS[language]
  const onComputer =
    command === null ? '' : `<p>${words.onComputer}</p><pre>${escaped(command)}</pre>`
  return page(language, {
    title: words.title,
    body: `<p>${words.needed}</p>${problemLine(language, problem)}
${onComputer}<p>${isFleet ? words.ofFleet : words.onDevice}</p>
<form method="post" action="/enter"><label for="key">${words.field}</label>
<input id="key" name="key" required autocomplete="off" autocapitalize="off" spellcheck="false">
<button>${words.enter}</button></form>`,
  })
}

interface Pairing {
  code: string
  deviceName: string
}

export function pairPage(language: Language, { code, deviceName }: Pairing): string {
  const words = WORDS[language]
  return page(language, {
    title: words.pairTitle,
    body: `<p>${words.pairExplained}</p>
<form method="post" action="/pair"><input type="hidden" name="code" value="${escaped(code)}">
<label for="name">${words.deviceName}</label>
<input id="name" name="name" value="${escaped(deviceName)}" maxlength="60" required>
<button>${words.pair}</button></form>`,
  })
}

/** In a fleet the invitation itself names the person. */
export function joinPage(language: Language, code: string): string {
  const words = WORDS[language]
  return page(language, {
    title: words.joinTitle,
    body: `<p>${words.joinExplained}</p>
<form method="post" action="/pair"><input type="hidden" name="code" value="${escaped(code)}">
<button>${words.join}</button></form>`,
  })
}

/** Keeps the key out of addresses, which browsers remember and proxies log. */
const KEEP_KEY = `const { key, to } = document.currentScript.dataset
try { localStorage.setItem('${KEY_STORAGE}', key) } finally { location.replace(to) }`

/** Allows this one script and no other. */
export const LOGGED_IN_POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(KEEP_KEY).digest('base64')}'`,
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Not a redirect: after a link on another site the browser would not send a strict cookie. */
export function continuePage(language: Language, { key, to }: { key: string; to: string }): string {
  const words = WORDS[language]
  return page(language, {
    title: words.title,
    body: `<p><a href="${escaped(to)}">${words.continue}</a></p>
<script data-key="${key}" data-to="${escaped(to)}">${KEEP_KEY}</script>`,
  })
}

function problemLine(language: Language, problem: LoginProblem | null): string {
  return problem === null ? '' : `<p role="alert" class="problem">${WORDS[language][problem]}</p>`
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:26rem;margin:12vh auto;padding:0 1rem}h1{font-size:1.25rem}
label{display:block;margin:1.5rem 0 .25rem}pre{font:1em ui-monospace,monospace;padding:.5rem .75rem;
border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:6px}
input,button{font:inherit;padding:.6rem .75rem;border-radius:6px;box-sizing:border-box;
border:1px solid color-mix(in srgb,currentColor 40%,transparent)}
input:not([type=hidden]){width:100%;margin-bottom:.75rem}button{cursor:pointer}.problem{font-weight:600}`

function page(language: Language, { title, body }: { title: string; body: string }): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${title}</title>
<style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
