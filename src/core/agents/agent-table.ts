import { claude } from './claude.ts'
import { codex } from './codex.ts'
import { acpName } from './acp.ts'
import type { AgentDescriptor, InstalledCli } from './descriptor.ts'
import { gemini } from './gemini.ts'
import { opencode } from './opencode.ts'
import { simulated } from './simulated.ts'

/** Every agent that needs no configuration, in the order in which they are offered. */
const TABLE = [claude, codex, gemini, opencode, simulated] as const

export const AGENTS: readonly AgentDescriptor[] = TABLE

/** Each agent's own settings, by agent name. */
export type OwnSettings = { [A in (typeof TABLE)[number] as A['name']]: A['settings'] }

export const DEFAULT_AGENT = claude.name
/** Needs neither a CLI nor a key. */
export const BUILT_IN_AGENT = simulated.name
/** For examples that need an agent other than the default. */
export const SECOND_AGENT = codex.name

export const AGENT_NAMES: readonly string[] = AGENTS.map(({ name }) => name)

/** All names that can be chosen, in the form shown to the user. */
export const AGENT_CHOICES: readonly string[] = [...AGENT_NAMES, acpName('<name>')]

export const isAgentName = (name: string): boolean =>
  AGENT_NAMES.includes(name) || /^acp:[a-z0-9-]+$/.test(name)

/** Undefined for an agent that exists only in the configuration. */
export const descriptorOf = (agent: string): AgentDescriptor | undefined =>
  AGENTS.find(({ name }) => name === agent)

export type InstalledAgent = AgentDescriptor & { cli: InstalledCli }

export const INSTALLED_AGENTS = AGENTS.filter(
  (agent): agent is InstalledAgent => agent.cli !== null,
)

/** How the user logs in to an agent; null if we do not know. */
export const logInWords = (agent: string | null, language: 'en' | 'ja'): string | null =>
  descriptorOf(agent ?? '')?.cli?.logIn?.[language] ?? null

/** The install command; empty if we do not know it. */
export const installOf = (agent: string): string => descriptorOf(agent)?.cli?.install ?? ''

/** The key of the setting that lists the tools an agent may use without asking; null: none. */
export function toolSettingKey(agent: string): string | null {
  const { toolSetting = null } = descriptorOf(agent) ?? {}
  return toolSetting === null ? null : `${agent}.${toolSetting}`
}

/** Agents that can ignore the project's own files: always, or unless it has plugins. */
export const ISOLATED_AGENTS = {
  always: INSTALLED_AGENTS.filter(({ isolation }) => isolation?.unless.length === 0),
  unlessPlugins: INSTALLED_AGENTS.filter(({ isolation }) => (isolation?.unless.length ?? 0) > 0),
}
