import { z } from 'zod'

/** A command by which the host verifies code, as it is declared. */
export interface DeclaredCheck {
  name: string
  command: string[]
  /** The folder it runs in, inside the workspace; null for the workspace itself. */
  in: string | null
  timeoutMinutes: number
  source: 'personal' | 'project'
  /** `untrusted`: it came with the project and you have not trusted it as it is now. */
  state: 'ready' | 'untrusted' | 'missing'
  /** The program that was not found. */
  missing: string | null
}

export interface ChecksView {
  checks: DeclaredCheck[]
  /** The project is run without its own configuration: none of its checks count. */
  isWithoutProject: boolean
}

export interface SuggestedCheck {
  name: string
  command: string[]
  /** The file that it was derived from. */
  source: string
}

/** What the repository suggests; nothing of it counts until you accept it. */
export interface SuggestionsView {
  /** Only checks that are not declared yet. */
  checks: SuggestedCheck[]
  /** What a new worktree needs before anything can run in it. */
  setup: string[] | null
  /** Ignored files that a new worktree would lack. */
  copy: string[]
}

/** A check as it is sent; the configuration's own schema validates it. */
export const newCheckSchema = z.object({
  name: z.string().max(100),
  command: z.array(z.string().max(4000)).max(200),
  in: z.string().max(500).nullable(),
  timeoutMinutes: z.number().nullable(),
})
export type NewCheck = z.infer<typeof newCheckSchema>
