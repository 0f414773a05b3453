import { ok } from '../../contracts/result.ts'
import type { CallParts, Some } from './project-calls.ts'
import { guarded } from './guarded.ts'

type AskMethod = 'ask' | 'conversation' | 'stopAsking'

export const askCalls = ({ asks }: CallParts): Some<AskMethod> => ({
  ask: ({ about, text, fresh }) =>
    guarded(() => asks.ask(about, { text, isFresh: fresh === true })),
  conversation: ({ about }) => guarded(async () => ok(await asks.conversation(about))),
  stopAsking: ({ about }) => guarded(async () => ok(await asks.stop(about))),
})
