import { create } from 'zustand'
import type { AskAbout, Turn } from '../../../contracts/views/asks.ts'
import { itemKey } from '../../../contracts/work-item.ts'
import { callProject, type Refusal } from '../../app/live.ts'
import { currentProject, isCurrent, onProjectChange } from '../projects/projects-store.ts'

interface Question {
  text: string
  fresh: boolean
  /** If absent, the last conversation is continued. */
  conversation?: number
}

interface AskState {
  /** Turns, oldest first, keyed by what they are about. */
  conversations: ReadonlyMap<string, Turn[]>
  /** The result of a planning conversation, for the next new spec. */
  planned: string | null
  load(about: AskAbout): Promise<Refusal | null>
  ask(about: AskAbout, question: Question): Promise<Refusal | null>
  stop(about: AskAbout): Promise<Refusal | null>
  put(about: AskAbout, turn: Turn): void
}

export const keyOf = (about: AskAbout): string =>
  typeof about === 'string' ? about : itemKey(about)

/** Questions and answers, as the host last sent them. */
export const useAsks = create<AskState>()((set, get) => ({
  conversations: new Map(),
  planned: null,
  async load(about) {
    const project = currentProject()
    const reply = await callProject(project, 'conversation', { about })
    if (!isCurrent(project)) return null
    if (!reply.ok) return reply.error
    const { turns } = reply.value
    set(({ conversations }) => ({ conversations: new Map(conversations).set(keyOf(about), turns) }))
    return null
  },
  async ask(about, question) {
    const project = currentProject()
    const reply = await callProject(project, 'ask', { about, ...question })
    if (!reply.ok) return reply.error
    if (isCurrent(project)) get().put(about, reply.value)
    return null
  },
  async stop(about) {
    const reply = await callProject(currentProject(), 'stopAsking', { about })
    return reply.ok ? null : reply.error
  },
  put(about, turn) {
    const key = keyOf(about)
    const known = get().conversations.get(key) ?? []
    const before = known.find(({ id }) => id === turn.id)
    // The reply to a question may arrive after the news of its answer.
    if (before !== undefined && !isOpen(before)) return
    const turns =
      before === undefined ? [...known, turn] : known.map((one) => (one === before ? turn : one))
    set(({ conversations }) => ({ conversations: new Map(conversations).set(key, turns) }))
  },
}))

onProjectChange(() => useAsks.setState({ conversations: new Map(), planned: null }))

export const isOpen = ({ status }: Turn): boolean => status === 'queued' || status === 'running'

/** Returns the planned description once, then clears it. */
export function takePlanned(): string {
  const { planned } = useAsks.getState()
  if (planned !== null) useAsks.setState({ planned: null })
  return planned ?? ''
}
