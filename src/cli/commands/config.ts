import {
  BUILT_IN_AGENT,
  DEFAULT_AGENT,
  SECOND_AGENT,
  toolSettingKey,
} from '../../core/agents/agent-table.ts'
import { effectiveValue, effectiveValues } from '../../host/config/config-keys.ts'
import { BadConfig, loadConfig } from '../../host/config/load-config.ts'
import { setPersonal } from '../../host/config/personal-config.ts'
import { aligned } from '../command-help.ts'
import type { CommandDetails, Invocation } from '../command.ts'
import { knownKey } from '../words/commands/known-key.ts'
import { EXIT } from '../exit-codes.ts'
import { CommandError, UsageError } from '../problems.ts'
import { oneOf } from '../words/commands/closest.ts'
import { commandLine } from '../words/commands/command-line.ts'
import { loadConfigAndWarn, surroundingsOf } from '../project.ts'

export const command: CommandDetails = {
  help: `
Without arguments: every effective value and where it comes from. "get KEY" prints one value,
"set KEY VALUE" writes it to your personal configuration, "unset KEY" removes it from there. VALUE is
JSON or plain text, for example:

  {sdd} config set agent ${BUILT_IN_AGENT}
  {sdd} config set timeoutMinutes.impl 480
  {sdd} config set agents.document-review ${SECOND_AGENT}       a different agent reviews
  {sdd} config set fallback '["${SECOND_AGENT}"]'               used when the agent has no quota
  {sdd} config set notify.command '["notify-send"]'   run when a spec needs you
  {sdd} config set ${toolSettingKey(DEFAULT_AGENT)} '["Bash(npm test:*)"]'`,
  options: {},
  async run(invocation) {
    const [verb, key, value] = invocation.positionals
    if (verb === undefined) return show(invocation, null)
    if (!isVerb(verb)) throw new UsageError(`config cannot ${verb}`, oneOf(verb, VERBS))
    if (key === undefined)
      throw new UsageError('KEY is missing', `See: ${commandLine('config', '--help')}`)
    if (verb === 'set') return set(invocation, knownKey(key), value)
    if (value !== undefined) throw new UsageError(`Unexpected argument: ${value}`)
    if (verb === 'unset') return unset(invocation, knownKey(key))
    return show(invocation, knownKey(key))
  },
}

const VERBS = ['get', 'set', 'unset'] as const
const isVerb = (word: string): word is (typeof VERBS)[number] =>
  (VERBS as readonly string[]).includes(word)

function show(invocation: Invocation, only: string | null): number {
  const { output } = invocation
  const { project, problem } = surroundingsOf(invocation)
  const { sources, capped } = loadConfigAndWarn(problem === null ? project : null, invocation)
  const values = only === null ? effectiveValues(sources) : [effectiveValue(sources, only)]
  const cappedFrom = (key: string): number | string | undefined =>
    capped.find((one) => one.key === key)?.wanted
  for (const { key, value, source } of values) {
    const wanted = cappedFrom(key)
    const more = wanted === undefined ? {} : { cappedFrom: wanted }
    output.data({
      type: 'setting',
      key,
      value: value ?? null,
      source: source ?? 'default',
      ...more,
    })
  }
  if (output.isJson) return EXIT.completed
  if (only !== null) output.say(wordsOf(values[0]?.value))
  else
    for (const line of aligned(
      values
        .filter(({ value }) => value !== undefined)
        .map(({ key, value, source }) => [
          key,
          wordsOf(value),
          `${source ?? 'default'}${cappedNote(cappedFrom(key))}`,
        ]),
      '',
    ))
      output.say(line)
  return EXIT.completed
}

const cappedNote = (wanted: number | string | undefined): string =>
  wanted === undefined ? '' : ` (the project sets ${wanted}, but it can only lower this)`

const wordsOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

async function set(
  { env, output }: Invocation,
  key: string,
  given: string | undefined,
): Promise<number> {
  if (given === undefined)
    throw new UsageError('VALUE is missing', commandLine('config', 'set', key, 'VALUE'))
  const file = await setPersonal(env, key, candidates(given)).catch((error: unknown) => {
    throw refusedValue(error, key, given)
  })
  output.data({ type: 'result', status: 'completed', key, file })
  output.say(`${key} is set in ${file}`)
  return EXIT.completed
}

async function unset({ env, output }: Invocation, key: string): Promise<number> {
  const before = effectiveValue(loadConfig(null, env).sources, key).source
  const file = await setPersonal(env, key, [undefined])
  output.data({ type: 'result', status: 'completed', key, file })
  output.say(before === null ? `${key} was not set in ${file}` : `${key} is not set in ${file} now`)
  return EXIT.completed
}

/** Blames the typed value if the error is about its key; other errors are passed on. */
function refusedValue(error: unknown, key: string, given: string): unknown {
  const isAboutKey =
    error instanceof BadConfig && (error.key === key || error.key.startsWith(`${key}.`))
  if (!isAboutKey) return error
  return new CommandError(`${key} cannot be ${given === '' ? 'empty' : given}`, {
    hint: `${key}: ${error.allowed}`,
    code: 'BAD_CONFIG',
    exitCode: EXIT.usage,
  })
}

/**
 * `true`, `5` and `["a"]` are JSON; the name of an agent is not; and a single tool is read as a
 * list of one.
 */
function candidates(given: string): unknown[] {
  const plain: unknown[] = [given, [given]]
  try {
    return [JSON.parse(given), ...plain]
  } catch {
    return plain
  }
}
