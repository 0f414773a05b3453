import type { AgentPhase } from '../phases.ts'

export interface SettingView {
  key: string
  value: unknown
  byDefault: unknown
  /** Null for a default. The user's file cannot override a value of the project's file. */
  source: 'personal' | 'project' | null
  /** What the project's file asks for but does not get: it can only lower a limit. */
  cappedFrom: number | string | null
}

export interface SettingsView {
  settings: SettingView[]
  personalFile: string
  projectFile: string
  /** Unknown keys, or keys that a project must not set, as `file: key`. */
  ignored: string[]
}

export type AgentState = 'ready' | 'missing' | 'not-executable' | 'silent'

/** As far as it shows without contacting a service; `key` is an API key in the environment. */
export type LoginState = 'key' | 'account' | 'none' | 'unknown'

export interface AgentCheck {
  agent: string
  state: AgentState
  login: LoginState
  version: string | null
  path: string | null
  /** The variable that names another executable; empty for the built-in agent. */
  variable: string
  install: string
  usedFor: AgentPhase[]
}

/** What git knows about a project's folder. */
export type RepositoryState =
  | 'no-git'
  | 'not-a-repository'
  /** Its `.git` leads elsewhere, contains links or pipes, or git does not answer. */
  | 'unusable'
  | 'no-commit'
  | 'clean'
  | 'dirty'

export interface Checkup {
  node: { version: string; ok: boolean }
  platform: { name: string; supported: 'yes' | 'wsl' | 'unknown' }
  /** The state of the project's repository; null without a project. */
  git: { version: string | null; repository: RepositoryState | null }
  agents: AgentCheck[]
  project: { dir: string; writable: boolean; hasSpecs: boolean }
}
