import { Check, CircleAlert, CircleDashed, KeyRound, RotateCw } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import type { AgentCheck, Checkup, LoginState } from '../../../contracts/views/settings-view.ts'
import { BUILT_IN_AGENT } from '../../../core/agents/agent-table.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { stepName } from '../../i18n/step-name.ts'
import { CUSTOM_AGENT_KEYS } from './setting-controls.ts'
import { SettingGroup } from './SettingGroup.tsx'
import { useSettings } from './settings-store.ts'

export function AgentsSection() {
  const { agents: words } = useMessages().settings
  const { checkup, isChecking, loadCheckup } = useSettings()
  useEffect(() => void loadCheckup(), [loadCheckup])
  const hasReady = checkup?.agents.some(
    ({ agent, state }) => state === 'ready' && agent !== BUILT_IN_AGENT,
  )
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <p className="grow text-muted" aria-live="polite">
          {isChecking ? words.checking : words.intro}
        </p>
        <Button
          size="small"
          icon={<RotateCw aria-hidden className="size-3.5" />}
          isBusy={isChecking}
          onClick={() => void loadCheckup()}
        >
          {words.again}
        </Button>
      </div>
      {checkup !== null && !hasReady ? (
        <p className="mb-2 rounded-md bg-needs-soft px-3 py-2">
          <strong className="text-needs">{words.none}.</strong> {words.noneHelp}
        </p>
      ) : null}
      <ul className="border-t border-line">
        {checkup?.agents.map((check) => (
          <AgentItem key={check.agent} check={check} />
        ))}
      </ul>
      <div className="mt-6">
        <SettingGroup title={words.own} help={words.ownHelp} keys={CUSTOM_AGENT_KEYS} />
      </div>
      {checkup === null ? null : <Computer checkup={checkup} />}
    </>
  )
}

function AgentItem({ check }: { check: AgentCheck }) {
  const m = useMessages()
  const { agents: words } = m.settings
  const isBuiltIn = check.path === null
  const isLoggedOut = check.state === 'ready' && !isBuiltIn && check.login === 'none'
  return (
    <li className="border-b border-line py-2">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 className="min-w-24 font-medium">{check.agent}</h3>
        {isLoggedOut ? null : <State state={check.state}>{words.states[check.state]}</State>}
        {isBuiltIn || check.state !== 'ready' ? null : <Login login={check.login} />}
        <span className="text-muted">{check.version}</span>
        <span className="min-w-0 truncate font-mono text-xs text-muted" title={check.path ?? ''}>
          {check.state === 'missing' ? null : check.path}
        </span>
      </div>
      <div className="text-xs text-muted max-md:text-sm md:pl-[108px]">
        {isBuiltIn ? <p>{words.builtIn}</p> : null}
        {check.usedFor.length === 0 ? null : (
          <p>{words.usedFor(check.usedFor.map((phase) => stepName(m.common, phase)))}</p>
        )}
        {check.state === 'missing' && check.install !== '' ? (
          <p className="break-words">
            {words.install} <code className="font-mono text-text select-all">{check.install}</code>
          </p>
        ) : null}
        {isLoggedOut ? <p className="text-text">{words.logIn(check.agent)}</p> : null}
        {check.variable === '' || check.state === 'ready' ? null : (
          <p>{words.variable(check.variable)}</p>
        )}
      </div>
    </li>
  )
}

/** The login state as far as it is known locally, without asking the service. */
function Login({ login }: { login: LoginState }) {
  const { logins } = useMessages().settings.agents
  const isOut = login === 'none'
  return (
    <span className={`inline-flex items-center gap-1 ${isOut ? 'text-needs' : 'text-muted'}`}>
      {isOut ? <KeyRound aria-hidden className="size-3.5" /> : null}
      {logins[login]}
    </span>
  )
}

function State({ state, children }: { state: AgentCheck['state']; children: ReactNode }) {
  const isMissing = state === 'missing'
  const [Icon, colour] =
    state === 'ready'
      ? [Check, 'text-done']
      : isMissing
        ? [CircleDashed, 'text-muted']
        : [CircleAlert, 'text-failed']
  return (
    <span className={`inline-flex items-center gap-1 ${colour}`}>
      <Icon aria-hidden className="size-3.5" />
      {children}
    </span>
  )
}

function Computer({ checkup }: { checkup: Checkup }) {
  const m = useMessages()
  const { agents: words } = m.settings
  const { node, git, platform, project } = checkup
  const platformNote = { yes: '', wsl: words.platformWsl, unknown: words.platformUnknown }
  const facts: [string, string, boolean][] = [
    [words.node, node.ok ? node.version : `${node.version}, ${words.nodeOld}`, node.ok],
    [words.git, git.version ?? words.gitMissing, git.version !== null],
    [
      words.platform,
      [platform.name, platformNote[platform.supported]].filter(Boolean).join(', '),
      platform.supported === 'yes',
    ],
    [
      words.folder,
      `${project.dir}, ${project.writable ? words.writable : words.notWritable}`,
      project.writable,
    ],
  ]
  return (
    <section className="mt-6">
      <h3 className="text-sm font-semibold">{words.computer}</h3>
      <dl className="mt-1 border-t border-line">
        {facts.map(([name, value, isFine]) => (
          <div key={name} className="flex flex-wrap gap-x-3 border-b border-line py-1.5">
            <dt className="w-40 whitespace-nowrap text-muted">{name}</dt>
            <dd className={`min-w-0 break-words ${isFine ? '' : 'text-needs'}`}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
