const AGENT = 'one of claude, codex, gemini, opencode, simulated, acp:<name>'
const MODEL = 'the name of a model: letters, digits and . _ : / @ [ ] - only'
const MINUTES = 'a number of minutes above 0, at most 20160 (14 days)'
const PERMISSION = 'one of ask, edit, full (in plan no phase could write its document)'
const YES_OR_NO = 'true or false'
const BY_PHASE = 'an object with phases as keys, such as'

/** What each key may hold, for people. A name of the person's own stands as `*`. */
const ALLOWED: Record<string, string> = {
  agent: AGENT,
  agents: `${BY_PHASE} {"document-review":"codex"}`,
  'agents.*': AGENT,
  models: 'an object with agents or phases as keys, such as {"claude":"opus"}',
  'models.*': MODEL,
  effort: `${BY_PHASE} {"design":"high"}`,
  'effort.*': 'one word such as low, medium or high',
  permission: PERMISSION,
  permissions: `${BY_PHASE} {"impl":"ask"}`,
  'permissions.*': PERMISSION,
  fallback: 'a list of agents, such as ["codex"]',
  budget: 'an object such as {"usd":20}',
  'budget.usd': 'a number above 0',
  'budget.tokens': 'a whole number above 0',
  'budget.minutes': 'a number above 0',
  answerMinutes: MINUTES,
  acp: 'programs by name, such as {"mine":{"command":"my-agent"}}; names are lower-case letters, digits and dashes',
  'acp.*': 'a program, such as {"command":"my-agent","args":["--acp"]}',
  'acp.*.command': 'the name or path of a program',
  'acp.*.args': 'a list of texts, such as ["--acp"]',
  'acp.*.env': 'an object with texts, such as {"KEY":"value"}',
  'acp.*.asks': YES_OR_NO,
  notify: 'an object such as {"command":["notify-send"]}',
  'notify.command': 'a program and its arguments, such as ["notify-send"]',
  'notify.webhook': 'an http or https address',
  concurrency: 'a whole number from 1 to 1000',
  timeoutMinutes: `${BY_PHASE} {"impl":240}`,
  'timeoutMinutes.*': MINUTES,
  hangMinutes: MINUTES,
  graceSeconds: 'a number of seconds from 0 to 600',
  logRetentionDays: 'a number of days from 1 to 36500',
  exclusiveWorkingTree: YES_OR_NO,
  language: 'a language code such as en, ja or pt-BR',
  claude: 'an object such as {"model":"opus"}',
  'claude.model': MODEL,
  'claude.permissionMode':
    'one of acceptEdits, auto, bypassPermissions, manual, dontAsk (in plan no phase could write its document)',
  'claude.allowedTools': 'a list of tools, such as ["Bash(npm test:*)"]',
  simulated: 'an object such as {"fast":true}',
  'simulated.fast': YES_OR_NO,
}

/** What the key at this path may hold: the words of the nearest key that has some. */
export function allowedFor(path: readonly string[]): string {
  for (let length = path.length; length > 0; length--) {
    const words = wordsAt(path.slice(0, length))
    if (words !== undefined) return words
  }
  return 'a JSON object'
}

function wordsAt(path: readonly string[]): string | undefined {
  const named = path.join('.')
  if (Object.hasOwn(ALLOWED, named)) return ALLOWED[named]
  const open = path.map((name, at) => (at === 1 ? '*' : name)).join('.')
  return Object.hasOwn(ALLOWED, open) ? ALLOWED[open] : undefined
}
