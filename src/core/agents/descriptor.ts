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
  /** Tools that are allowed in this run, for CLIs that accept such a list. */
  allowTools: readonly string[]
  /** The agent's own settings; no other agent gets them. */
  own: O
  extraArgs: readonly string[] | undefined
  /** What is left to spend, for CLIs that can enforce it. */
  budgetUsd: number | undefined
  /** How long a question waits for the user before it is denied. */
  answerTimeoutMs: number
  /** A temp folder of this agent's own; created only if the agent's TMPDIR names it. */
  tempDir: string
  /** The system's shared temp folder. */
  systemTempDir: string
  isInside: (path: string, folder: string) => boolean
  /**
   * All paths of the project, of its working folder and of the folders above them, whose hooks,
   * servers and settings must be ignored; null: none.
   */
  isolatedFrom: readonly string[] | null
  /** The only files it may take MCP servers from; null: it may look for them itself. */
  serverFiles: readonly string[] | null
  /** Whether its working folder has this file or folder. */
  isHere: (path: string) => boolean
  /** The same for its working folder and those above, except the user's home folder. */
  isNear: (path: string) => boolean
}

export interface AgentCapabilities {
  /** In mode `ask` it can ask the user; if false, whatever needs asking is denied. */
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
  /** It is a sign of a login on this platform only. */
  platform?: string
}

/** Signs of a login that are visible without starting the CLI. */
export interface LoginSigns {
  /** If any of these variables is set, there is a key. */
  keys: readonly string[]
  /** If any of these files exists, the user is logged in. */
  files: readonly HomeFile[]
  /** Any of them means that there may be a login we cannot see. */
  otherVariables: readonly string[]
  otherFiles: readonly HomeFile[]
}

/** An agent CLI that the user installs. */
export interface InstalledCli {
  executable: string
  /** The variable that names another executable; null for an agent from the configuration. */
  variable: string | null
  install: string
  /** How to log in, phrased for the middle of a sentence; null if we do not know. */
  logIn: { en: string; ja: string } | null
  login: LoginSigns
}

export interface ErrorOutput {
  words: string
  retryAfter: number | null
}

/** Where a CLI looks for files and folders that configure or extend it. */
export interface ProjectFiles {
  /** Only in its working folder. */
  here: readonly string[]
  /** In its working folder and in those above, up to the git root; without one, up to the top. */
  repository: readonly string[]
  /** In its working folder and in all above. */
  above: readonly string[]
  /** In its working folder and in all below. */
  below: readonly string[]
  /** In its working folder and in all above: text that only reaches the model. */
  texts: readonly string[]
  /** Each counts only in a working folder that has the second one too. */
  onlyBeside?: Readonly<Record<string, string>>
  /** Below the others: what it installs itself. */
  installed?: readonly string[]
  /** Further files and folders that it loads because one of these names them. */
  named?: (text: string) => string[]
  /** What it can load of a named folder; all that is read where that contains the project. */
  namedParts?: readonly string[]
}

/** A setting that only this agent has, with its texts for the page. */
interface OwnSetting extends Setting {
  label: { en: string; ja: string }
  help: { en: string; ja: string }
}

/** Everything specific to one agent CLI. All other code looks it up here. */
export interface AgentDescriptor<O = OwnOptions> {
  name: string
  /** What its makers call it. */
  label: string
  /** Null for one of our own programs. */
  cli: InstalledCli | null
  capabilities: AgentCapabilities
  settings: Readonly<Record<string, OwnSetting>>
  /** Which of its settings lists tools it may use without asking; null if it takes no list. */
  toolSetting: string | null
  /** It can ignore the project's own files unless one of these exists; null: it never can. */
  isolation: { unless: readonly string[] } | null
  projectFiles: ProjectFiles
  /** Where it finds MCP servers, if it can be given the files instead. */
  servers: { project: string; personal: HomeFile } | null
  /** The CLI accepts our id for a new session; otherwise it prints its own. */
  takesSessionId: boolean
  args(request: AgentRequest<O>): string[]
  /** Arguments for the bridge that talks to the CLI over pipes; null if it needs no bridge. */
  bridgeArgs(request: AgentRequest<O>): string[] | null
  /** The CLI's environment: our defaults, overridden by the user's variables. */
  env(request: AgentRequest<O>, inherited: AgentEnv): AgentEnv
  readLine: (line: string) => AgentEvent[]
  /** For CLIs that name denied tools on stderr only. */
  readDenials: ((errorOutput: string) => string[]) | null
  /** Splits stderr into text for people and what only the client's log contains. */
  readErrors: (errorOutput: string) => ErrorOutput
}

export const NO_PROJECT_FILES: ProjectFiles = {
  here: [],
  repository: [],
  above: [],
  below: [],
  texts: [],
}

export const plainErrors = (errorOutput: string): ErrorOutput => ({
  words: errorOutput,
  retryAfter: null,
})
