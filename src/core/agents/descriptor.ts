import type { AgentEvent } from '../../contracts/agent-events.ts'
import type { PermissionMode } from '../../contracts/launch/agent.ts'
import type { Setting } from '../settings/setting.ts'

export type AgentEnv = Readonly<Record<string, string | undefined>>

/** The values of an agent's own settings, by name. */
export type OwnOptions = Readonly<Record<string, unknown>>

/** What one launch asks of an agent CLI. */
export interface AgentRequest<O = OwnOptions> {
  /** The id of a new session; unused when an old one is resumed. */
  sessionId: string
  resumeSessionId: string | null
  model: string | undefined
  effort: string | undefined
  permission: PermissionMode
  /** The permission was chosen for this run: it wins over the agent's own settings. */
  isPermissionOfRun: boolean
  /** Tools that are allowed in this run, for CLIs that take a list of them. */
  allowTools: readonly string[]
  /** The agent's own settings; no other agent gets them. */
  own: O
  extraArgs: readonly string[] | undefined
  /** What is left to spend, for CLIs that can keep to it. */
  budgetUsd: number | undefined
  /** How long a question waits for the user before it is denied. */
  answerTimeoutMs: number
  /** A folder for temporary files that is this agent's own; it exists when its environment names it. */
  tempDir: string
  /** The folder for temporary files that everyone shares. */
  systemTempDir: string
  isInside: (path: string, folder: string) => boolean
  /** Every name of the project whose own hooks, servers and settings the CLI is to leave alone; null: none. */
  isolatedFrom: readonly string[] | null
}

export interface AgentCapabilities {
  /** In mode `ask` it puts its questions to the user; without, what needs asking is denied. */
  canAsk: boolean
  canResume: boolean
  canLimitBudget: boolean
  reportsCost: boolean
  /** It accepts the name of a model. */
  models: boolean
}

/** A file below the user's home, or below the folder that a variable names instead. */
export interface HomeFile {
  folder: string
  variable?: string
  file: string
  /** It means something on this platform only. */
  platform?: string
}

/** What can be seen of a login from outside. */
export interface LoginSigns {
  /** Any of them set means a key. */
  keys: readonly string[]
  /** Any of them there means a login. */
  files: readonly HomeFile[]
  /** Any of them means that it may be logged in by a way that cannot be seen from here. */
  otherVariables: readonly string[]
  otherFiles: readonly HomeFile[]
}

/** The file of an agent CLI that the user has installed. */
export interface InstalledCli {
  executable: string
  /** Names another executable; null for an agent of the user's own configuration. */
  variable: string | null
  install: string
  /** How to log in, for the middle of a sentence; null: by its own means. */
  logIn: { en: string; ja: string } | null
  login: LoginSigns
}

export interface ErrorOutput {
  words: string
  retryAfter: number | null
}

/** A setting that only this agent has, with its words for the page. */
interface OwnSetting extends Setting {
  label: { en: string; ja: string }
  help: { en: string; ja: string }
}

/** All that is particular to one agent CLI. Everything else looks it up here. */
export interface AgentDescriptor<O = OwnOptions> {
  name: string
  /** What its makers call it. */
  label: string
  /** Null: one of our own programs. */
  cli: InstalledCli | null
  capabilities: AgentCapabilities
  settings: Readonly<Record<string, OwnSetting>>
  /** Which of its own settings lists tools that it may use without asking; null: it takes no list. */
  toolSetting: string | null
  /** It can be started without what the project contains, unless the project has one of these. */
  isolation: { unless: readonly string[] } | null
  /** Files and folders of a project that its program acts on. */
  projectFiles: readonly string[]
  /** The CLI takes the id we give to a new session; otherwise its output has the id. */
  takesSessionId: boolean
  args(request: AgentRequest<O>): string[]
  /** Arguments of the bridge that has to speak with the CLI over pipes; null: it needs none. */
  bridgeArgs(request: AgentRequest<O>): string[] | null
  /** What the CLI gets of the user's environment, with our defaults under it. */
  env(request: AgentRequest<O>, inherited: AgentEnv): AgentEnv
  readLine: (line: string) => AgentEvent[]
  /** The denied tools, where only stderr names them. */
  readDenials: ((errorOutput: string) => string[]) | null
  /** Words for people on stderr, and what only its client's log has. */
  readErrors: (errorOutput: string) => ErrorOutput
}

export const plainErrors = (errorOutput: string): ErrorOutput => ({
  words: errorOutput,
  retryAfter: null,
})
