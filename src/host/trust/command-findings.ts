import type { TrustFinding } from '../../contracts/views/trust-view.ts'
import type { CheckSetting } from '../../core/settings/command-settings.ts'
import type { Config } from '../../core/settings/config-schema.ts'
import { PROJECT_CONFIG } from '../config/load-config.ts'
import { digestOf } from './file-digests.ts'

type Found = Omit<TrustFinding, 'change'>

/** The settings in the project's configuration that affect what is run. */
type FindingPlace =
  | `checks.${string}`
  | 'worktree.setup'
  | 'worktree.copy'
  | 'worktree.root'
  | 'deploy.command'
export type CommandPlace = Exclude<FindingPlace, 'worktree.copy' | 'worktree.root'>

export const commandId = (place: FindingPlace): string => `${PROJECT_CONFIG}: ${place}`

export const digestOfCommand = (value: unknown): string => digestOf(JSON.stringify(value))

/** The commands in the project's configuration, each verbatim. */
export function commandFindings(config: Config): Found[] {
  const { setup, copy, root } = typeof config.worktree === 'object' ? config.worktree : {}
  return [
    ...(config.checks ?? []).map((check) =>
      finding(`checks.${check.name}`, check, linesOfCheck(check)),
    ),
    ...(setup === undefined ? [] : [finding('worktree.setup', setup, [exactly(setup)])]),
    ...(copy === undefined ? [] : [finding('worktree.copy', copy, copy.map(exactWord))]),
    ...(root === undefined ? [] : [finding('worktree.root', root, [exactWord(root)])]),
    ...(config.deploy?.command === undefined
      ? []
      : [finding('deploy.command', config.deploy.command, [exactly(config.deploy.command)])]),
  ]
}

/** The rest of the configuration, without what `commandFindings` covers. */
export function withoutCommands(config: Config): Config {
  const { worktree, deploy } = config
  return {
    ...config,
    checks: undefined,
    ...(worktree === undefined ? {} : { worktree: worktree !== false }),
    ...(deploy === undefined ? {} : { deploy: { ...deploy, command: undefined } }),
  }
}

const finding = (place: FindingPlace, value: unknown, details: string[]): Found => ({
  id: commandId(place),
  kind: 'command',
  details,
  digest: digestOfCommand(value),
})

const linesOfCheck = ({ command, in: folder, timeoutMinutes }: CheckSetting): string[] => [
  exactly(command),
  ...(folder === undefined ? [] : [`in ${exactWord(folder)}`]),
  ...(timeoutMinutes === undefined ? [] : [`at most ${timeoutMinutes} min`]),
]

/** Never shortened: the user must see everything that they trust. */
const exactly = (words: readonly string[]): string => words.map(exactWord).join(' ')

const PLAIN = /^[\w@%+=:,./-]+$/
/** Invisible characters, which could also let a command rewrite the question itself. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?<=\s)\s/gu

function exactWord(word: string): string {
  if (PLAIN.test(word)) return word
  return JSON.stringify(word).replace(
    INVISIBLE,
    (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
