import { claude } from './claude.ts'
import { codex } from './codex.ts'
import { acpName } from './acp.ts'
import type { AgentDescriptor, InstalledCli } from './descriptor.ts'
import { gemini } from './gemini.ts'
import { opencode } from './opencode.ts'
import { simulated } from './simulated.ts'

/** Every agent that can be driven without being configured, in the order in which they are offered. */
const TABLE = [claude, codex, gemini, opencode, simulated] as const

export const AGENTS: readonly AgentDescriptor[] = TABLE

/** The settings that agents have of their own, by the agent's name. */
export type OwnSettings = { [A in (typeof TABLE)[number] as A['name']]: A['settings'] }

export const DEFAULT_AGENT = claude.name
/** Needs neither a CLI nor a key. */
export const BUILT_IN_AGENT = simulated.name
/** For examples of a second agent beside the default. */
export const SECOND_AGENT = codex.name

export const AGENT_NAMES: readonly string[] = AGENTS.map(({ name }) => name)

/** All names that can be chosen, as the user reads them. */
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

/** How the user logs in to an agent; null when only its own program knows. */
export const logInWords = (agent: string | null, language: 'en' | 'ja'): string | null =>
  descriptorOf(agent ?? '')?.cli?.logIn?.[language] ?? null

/** Empty for an agent that is installed in a way we do not know. */
export const installOf = (agent: string): string => descriptorOf(agent)?.cli?.install ?? ''

/** The key of the setting with the tools that an agent may use without asking; null: it has none. */
export function toolSettingKey(agent: string): string | null {
  const { toolSetting = null } = descriptorOf(agent) ?? {}
  return toolSetting === null ? null : `${agent}.${toolSetting}`
}

/**
 * Which agents can be started without the project's own files: always, or unless it has plugins.
 */
export const ISOLATED_AGENTS = {
  always: INSTALLED_AGENTS.filter(({ isolation }) => isolation?.unless.length === 0),
  unlessPlugins: INSTALLED_AGENTS.filter(({ isolation }) => (isolation?.unless.length ?? 0) > 0),
}
