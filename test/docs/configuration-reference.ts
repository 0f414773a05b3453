import { AGENTS } from '../../src/core/agents/agent-table.ts'
import {
  ACP_KEY,
  GROUPED_SETTINGS,
  MODEL_SETTING,
  PHASE_SETTINGS,
  PLAIN_SETTINGS,
  TIMEOUT_MINUTES,
  type WordedKey,
} from '../../src/core/settings/setting-table.ts'
import type { Setting } from '../../src/core/settings/setting.ts'
import { allowedFor } from '../../src/core/words/config-words.ts'
import { settings as words } from '../../src/web/i18n/en/settings.ts'
import { code, document, GENERATED, table } from './markdown.ts'

const HEAD = ['key', 'may be', 'default', 'who', 'what it does']

/** Documents every setting, from the table that Settings and `sdd config` show. */
export const configurationReference = (): string =>
  document(
    GENERATED,
    '# Configuration',
    '',
    ...table(
      ['file', 'whose'],
      [
        [
          '`$XDG_CONFIG_HOME/sdd-orchestrator/config.json` (without that variable `~/.config/…`)',
          'yours: `sdd config set KEY VALUE`, `sdd config unset KEY`, or Settings on the page',
        ],
        ['`.kiro/sdd-orchestrator.json`', 'of the project, for everyone who works on it'],
      ],
    ),
    'The value of the project wins. `sdd config` shows every value and where it is from. An unknown key is a warning, a wrong value an error that says what is allowed. *Who* says more:',
    '',
    ...table(
      ['who', 'means'],
      [
        ['you', 'only your own file counts; a project cannot set it, nor can a paired device'],
        ['lower', 'a project can only lower it, below your value or below the default'],
        ['trust', 'it starts programs: that of a project does nothing until you trust it'],
        [
          '',
          'both; where it chooses an agent, a model or a budget, that of a project needs your trust',
        ],
      ],
    ),
    '## General',
    '',
    ...table(
      HEAD,
      Object.entries(PLAIN_SETTINGS).map(([key, one]) => rowOf(key, one)),
    ),
    ...Object.entries(GROUPED_SETTINGS).flatMap(([group, inner]) => [
      `## ${group}`,
      '',
      ...table(
        HEAD,
        Object.entries(inner).map(([name, one]) => rowOf(`${group}.${name}`, one)),
      ),
    ]),
    '## For one phase',
    '',
    `\`PHASE\` is what one agent is started for: ${Object.keys(TIMEOUT_MINUTES).map(code).join(', ')}.`,
    '',
    ...table(
      HEAD,
      Object.entries(PHASE_SETTINGS).map(([group, one]) => [
        code(`${group}.PHASE`),
        allowedFor([group, 'design']),
        group === 'timeoutMinutes' ? timeouts() : '',
        whoSets(one),
        PHASE_WORDS[group as keyof typeof PHASE_SETTINGS],
      ]),
    ),
    '## For one agent',
    '',
    ...table(HEAD, [
      [
        '`models.AGENT`, `models.PHASE`',
        allowedFor(['models', 'claude']),
        '',
        whoSets(MODEL_SETTING),
        'the model; that of a phase counts first',
      ],
      ...AGENTS.flatMap(({ name, settings }) =>
        Object.entries(settings).map(([key, one]) => rowOf(`${name}.${key}`, one, one.help.en)),
      ),
      [code(ACP_KEY), allowedFor([ACP_KEY]), '', 'you', words.keys.acp.help],
    ]),
    '## Environment',
    '',
    ...table(
      ['variable', 'does'],
      [
        ['`XDG_CONFIG_HOME`, `XDG_STATE_HOME`', 'where your configuration and your state are'],
        ['`NO_COLOR`', 'no colours'],
        ['`SDD_BROWSER`', 'the browser that opens the page'],
        [
          '`SDD_GIT_MINUTES`',
          'how long one git command of the host may take; by default 2 minutes to look, 10 to write, 30 with a network',
        ],
        ['`SDD_DEBUG=1`', 'errors with their stack'],
        [
          AGENTS.flatMap(({ cli }) => (cli?.variable ? [code(cli.variable)] : [])).join(', '),
          'a program to start instead of that agent CLI',
        ],
      ],
    ),
  )

const PHASE_WORDS: Record<keyof typeof PHASE_SETTINGS, string> = {
  agents: 'the agent for this phase',
  effort: 'how much the model thinks, where the agent CLI can be told',
  permissions: 'what the agent may do without asking in this phase',
  timeoutMinutes: 'an agent that takes longer is stopped, and the run is in error',
}

const rowOf = (key: string, one: Setting, help = helpOf(key)): string[] => [
  code(key),
  allowedFor(key.split('.')),
  one.byDefault === undefined ? '' : code(JSON.stringify(one.byDefault)),
  whoSets(one),
  help,
]

const helpOf = (key: string): string =>
  Object.hasOwn(words.keys, key) ? words.keys[key as WordedKey].help : ''

const whoSets = ({ isPersonal, isLimit, startsPrograms }: Setting): string =>
  isPersonal ? 'you' : isLimit ? 'lower' : startsPrograms ? 'trust' : ''

function timeouts(): string {
  const byMinutes = new Map<number, string[]>()
  for (const [phase, minutes] of Object.entries(TIMEOUT_MINUTES))
    byMinutes.set(minutes, [...(byMinutes.get(minutes) ?? []), phase])
  const [most, ...others] = [...byMinutes].toSorted(([, a], [, b]) => b.length - a.length)
  return [
    ...others.map(([minutes, phases]) => `${phases.join(', ')} ${minutes}`),
    `the others ${most?.[0]}`,
  ].join('; ')
}
