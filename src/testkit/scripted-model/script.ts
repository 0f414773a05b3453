import type { Answer } from './scripted-answer.ts'
import type { ModelRequest, Turn } from './model-request.ts'
import { actOf, resultsIn, sceneOf, type SpecPlay } from './spec-play.ts'
import { type Act, canDo, mustReadFirst, toolCallFor } from './tool-calls.ts'

export const QUESTION = 'Which database should it be, Postgres or SQLite?'

/** The answer to a request, or the scenario that answers it instead. */
export type Script = { answer: Answer } | { instead: string }

/**
 * The step of a scenario is read from the request itself, so that one server plays for any number
 * of clients at once:
 * - `text` says "done"; `ask` asks a question instead; `write` writes the prompt's `TARGET=` first,
 *   `shell` runs its `SHELL=`
 * - `acts` does what the prompt's lines `DO write PATH`, `DO shell COMMAND`,
 *   `DO background COMMAND`, `DO delegate PROMPT`, `DO delegate-to AGENT PROMPT` and
 *   `DO skill NAME` say, one after the other
 * - `spec` plays every phase of a spec
 */
export function scriptFor(
  scenario: string,
  { request, spec }: { request: ModelRequest; spec: SpecPlay | null },
): Script {
  // A request without tools is about titles, topics or routing, not about work.
  if (request.tools.length === 0) return say(request.wantsJson ? '{"ok":true}' : 'side answer')
  switch (scenario) {
    case 'write':
      return oneAct(request, /TARGET=([^\s"]+)/, (path) => ({
        act: 'write',
        path,
        content: 'hi\n',
      }))
    case 'shell':
      return oneAct(request, /SHELL=([^\n"]+)/, (command) => ({ act: 'shell', command }))
    case 'acts':
      return manyActs(request)
    case 'ask':
      return say(QUESTION)
    case 'spec':
      return playSpec(request, spec)
    default:
      return say('done')
  }
}

function oneAct(request: ModelRequest, wanted: RegExp, actFor: (match: string) => Act): Script {
  const { turns } = request
  const at = turns.findLastIndex((turn) => turn.kind === 'said' && wanted.test(turn.text))
  const prompt = turns[at]
  const match = prompt?.kind === 'said' ? wanted.exec(prompt.text)?.[1] : undefined
  if (match === undefined || resultsIn(turns.slice(at + 1)) > 0) return say('done')
  return act(request, actFor(match))
}

const DO = /^DO (write|read|shell|background|delegate|delegate-to|skill) (.+)$/gm

function manyActs(request: ModelRequest): Script {
  const { turns } = request
  const actsIn = (turn: Turn): Act[] =>
    turn.kind === 'said'
      ? [...turn.text.matchAll(DO)].map(([, word, rest]) => toAct(word, rest))
      : []
  const at = turns.findLastIndex((turn) => actsIn(turn).length > 0)
  const prompt = turns[at]
  const acts = prompt === undefined ? [] : actsIn(prompt)
  const next = acts[resultsIn(turns.slice(at + 1))]
  return next === undefined || !canDo(request, next) ? say('done') : act(request, next)
}

function toAct(word = '', rest = ''): Act {
  switch (word) {
    case 'write':
      return { act: 'write', path: rest, content: 'hi\n' }
    case 'read':
      return { act: 'read', path: rest }
    case 'background':
      return { act: 'background', command: rest }
    case 'delegate':
      return { act: 'delegate', prompt: rest }
    case 'delegate-to': {
      const [to = '', ...prompt] = rest.split(' ')
      return { act: 'delegate', prompt: prompt.join(' '), to }
    }
    case 'skill':
      return { act: 'skill', name: rest }
    default:
      return { act: 'shell', command: rest }
  }
}

function playSpec(request: ModelRequest, spec: SpecPlay | null): Script {
  const found = sceneOf(request.turns)
  if (spec === null || found === null) return say('nothing to play')
  const { scene, step } = found
  const failure = spec.failureFor(scene, request.api)
  if (failure !== null) return { instead: failure }
  const steps = spec
    .deeds(scene)
    .flatMap((deed) => [
      ...('path' in deed && mustReadFirst(request)
        ? [(): Act => ({ act: 'read', path: deed.path })]
        : []),
      (): Act => actOf(deed),
    ])
  const next = steps[step]
  return next === undefined ? say(`${scene.phase} is done`) : act(request, next())
}

const say = (text: string): Script => ({ answer: { text, tool: null } })

const act = (request: ModelRequest, wanted: Act): Script => ({
  answer: { text: `I ${wanted.act}.`, tool: toolCallFor(request, wanted) },
})
