import { ok } from '../../contracts/result.ts'
import { readSteeringView, saveSteering } from '../asks/steering.ts'
import { Turns } from '../runs/turns.ts'
import type { CallParts, CallsOf } from './project-calls.ts'
import { guarded } from './guarded.ts'

type AskMethod = 'ask' | 'conversation' | 'stopAsking' | 'steering' | 'saveSteering'

const turns = new Turns()

export const askCalls = ({ asks, folders, files }: CallParts): CallsOf<AskMethod> => ({
  ask: ({ about, text, fresh, conversation = null }, { commandId }) =>
    guarded(() => asks.ask(about, { text, isFresh: fresh === true, conversation, commandId })),
  conversation: ({ about }) => guarded(async () => ok(await asks.conversation(about))),
  steering: () =>
    guarded(async () => {
      const { turns } = await asks.conversation('steering')
      return ok(readSteeringView(folders, turns))
    }),
  saveSteering: (input) =>
    guarded(() => turns.take(folders.kiroDir, () => saveSteering(folders, files, input))),
  stopAsking: ({ about }) => guarded(async () => ok(await asks.stop(about))),
})
