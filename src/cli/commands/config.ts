import { effectiveValue, effectiveValues } from '../../host/config-keys.ts'
import { setPersonal } from '../../host/personal-config.ts'
import { aligned } from '../command-help.ts'
import type { Command, Invocation } from '../command.ts'
import { knownKey } from '../config-keys.ts'
import { EXIT } from '../exit-codes.ts'
import { UsageError } from '../problems.ts'
import { commandLine } from '../words/command-line.ts'
import { loadConfigAloud, surroundingsOf } from '../project.ts'

export const command: Command = {
  name: 'config',
  positionals: ['[get|set]', '[KEY]', '[VALUE]'],
  summary: 'show or change the personal configuration',
  help: `
Without arguments: every value that holds here and where it comes from. "get KEY" prints one value,
"set KEY VALUE" writes it to the personal configuration. VALUE is JSON or plain text, for example:

  {sdd} config set agent simulated
  {sdd} config set timeoutMinutes.impl 480
  {sdd} config set agents.document-review codex       another agent reviews than writes
  {sdd} config set fallback '["codex"]'               who takes over when claude has no quota
  {sdd} config set notify.command '["notify-send"]'   told when a person is needed
  {sdd} config set claude.allowedTools '["Bash(npm test:*)"]'`,
  options: {},
  async run(invocation) {
    const [verb, key, value] = invocation.positionals
    if (verb === undefined) return show(invocation, null)
    if (verb !== 'get' && verb !== 'set')
      throw new UsageError(`config cannot ${verb}`, 'One of: get, set')
    if (key === undefined)
      throw new UsageError('KEY is missing', `See: ${commandLine('config', '--help')}`)
    if (verb === 'set') return set(invocation, knownKey(key), value)
    if (value !== undefined) throw new UsageError(`Unexpected argument: ${value}`)
    return show(invocation, knownKey(key))
  },
}

function show(invocation: Invocation, only: string | null): number {
  const { output } = invocation
  const { project, problem } = surroundingsOf(invocation)
  const { sources, capped } = loadConfigAloud(problem === null ? project : null, invocation)
  const values = only === null ? effectiveValues(sources) : [effectiveValue(sources, only)]
  const cappedFrom = (key: string): number | undefined =>
    capped.find((one) => one.key === key)?.wanted
  for (const { key, value, source } of values) {
    const wanted = cappedFrom(key)
    const more = wanted === undefined ? {} : { cappedFrom: wanted }
    output.data({ key, value: value ?? null, source: source ?? 'default', ...more })
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

const cappedNote = (wanted: number | undefined): string =>
  wanted === undefined ? '' : ` (the project asks for ${wanted}; it may only lower this)`

const wordsOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

async function set(
  { env, output }: Invocation,
  key: string,
  given: string | undefined,
): Promise<number> {
  if (given === undefined)
    throw new UsageError('VALUE is missing', commandLine('config', 'set', key, 'VALUE'))
  const file = await setPersonal(env, key, candidates(given))
  output.data({ type: 'result', status: 'completed', key, file })
  output.say(`${key} is set in ${file}`)
  return EXIT.completed
}

/** `true`, `5` and `["a"]` are JSON; `claude` is not; and one tool may stand for a list of one. */
function candidates(given: string): unknown[] {
  const plain: unknown[] = [given, [given]]
  try {
    return [JSON.parse(given), ...plain]
  } catch {
    return plain
  }
}
