import type { ItemKind } from '../contracts/work-item.ts'
import type { SpecStatus } from '../contracts/views/status.ts'
import type { WorkItem } from '../contracts/work-item.ts'
import type { ProjectFolders } from '../host/project/folders.ts'
import type { Output } from './output.ts'
import type { Access } from './serve/host-access.ts'

export interface OptionShape {
  /** The name of its value in the help; null for a switch. */
  value: string | null
  help: string
  isNeeded?: boolean
}

/** A project of a fleet. */
export interface RemotePlace {
  /** Where copies of its items are kept. */
  folders: ProjectFolders
  /** Adds the options with which a command line reaches it. */
  typed(words: string): string
  access(): Promise<Access>
  statuses(only: WorkItem | ItemKind): Promise<SpecStatus[]>
}

export interface Invocation {
  positionals: string[]
  /** The last value of an option that was given. */
  text(name: string): string | undefined
  /** Every value of an option, in order. */
  list(name: string): string[]
  has(name: string): boolean
  env: NodeJS.ProcessEnv
  output: Output
  /** The kind of work item, for commands that are about one. */
  kind: ItemKind
  /** Set when it is about a project of a fleet. */
  remote?: RemotePlace
}

/** What the overview says about a command. */
export interface CommandSummary {
  name: string
  /** Names of the positional arguments; one in brackets may be left out. */
  positionals: string[]
  summary: string
}

/** Loaded only when the command is used. */
export interface CommandDetails {
  help: string
  options: Record<string, OptionShape>
  run(invocation: Invocation): Promise<number>
}

export type Command = CommandSummary & CommandDetails

export const GLOBAL_OPTIONS: Record<string, OptionShape> = {
  project: {
    value: 'DIR',
    help: 'the project; default: the nearest .kiro in this repository, else its root',
  },
  url: {
    value: 'URL',
    help: 'a fleet to use instead of this computer; --project is then a name; default: SDD_URL',
  },
  json: { value: null, help: 'print one JSON object per line on stdout and messages on stderr' },
  help: { value: null, help: 'show this help' },
}
