import { Check, CircleAlert, CircleDashed, ListPlus, Play } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { itemKey, type ItemName, type WorkItem } from '../../../contracts/work-item.ts'
import { BUILT_IN_AGENT, logInWords } from '../../../core/agents/agent-table.ts'
import { useOverlay } from '../../app/overlay-store.ts'
import { go } from '../../app/routes.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import { useChecks } from '../checks/checks-store.ts'
import { createItem, startItem } from '../items/spec-commands.ts'
import { useRows } from '../items/rows-store.ts'
import { showRefusal } from '../notices/notices-store.ts'
import { usePreferences } from '../preferences/preferences-store.ts'
import { useSettings } from '../settings/settings-store.ts'
import { firstRunSteps, type FirstRunSteps, type StepState } from './first-run-steps.ts'

/** What a new project needs, each with a button to set it up. */
export function FirstRun() {
  const { firstRun, board } = useMessages()
  const show = useOverlay((state) => state.show)
  const { checkup, isChecking, loadCheckup } = useSettings()
  const checks = useChecks((state) => state.view)
  useEffect(() => {
    void loadCheckup()
    void useChecks.getState().load()
  }, [loadCheckup])
  const steps = checkup === null ? null : firstRunSteps(checkup, checks)
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 overflow-y-auto px-4 py-8">
      <div className="flex flex-col gap-1 text-center">
        <ListPlus aria-hidden className="size-8 self-center text-faint" />
        <h2 className="text-base font-semibold">{board.empty.title}</h2>
        <p className="text-muted">{board.empty.about}</p>
      </div>
      <ol aria-label={firstRun.title} aria-busy={isChecking} className="border-t border-line">
        {steps === null ? (
          <li className="border-b border-line py-3 text-muted">{firstRun.looking}</li>
        ) : (
          <>
            <AgentStep step={steps.agent} />
            <GitStep step={steps.git} />
            <ChecksStep step={steps.checks} />
          </>
        )}
        <TryStep />
      </ol>
      <div className="flex flex-wrap justify-center gap-2">
        <Button kind="primary" className="max-md:min-h-11" onClick={() => show('new-spec')}>
          {board.newSpec}
        </Button>
        <Button className="max-md:min-h-11" isBusy={isChecking} onClick={() => void loadCheckup()}>
          {firstRun.again}
        </Button>
      </div>
    </div>
  )
}

interface StepProps {
  state: StepState
  title: string
  about: string
  children?: ReactNode
}

const ICONS = { done: Check, todo: CircleAlert, optional: CircleDashed }
const COLOURS = { done: 'text-done', todo: 'text-needs', optional: 'text-muted' }

function Step({ state, title, about, children }: StepProps) {
  const { firstRun } = useMessages()
  const Icon = ICONS[state]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-3">
      <Icon aria-hidden className={`size-4 shrink-0 ${COLOURS[state]}`} />
      <div className="min-w-0 grow basis-56">
        <p className="font-medium">
          {title}
          <span className="sr-only">: {firstRun.states[state]}</span>
        </p>
        <p className="break-words text-muted">{about}</p>
      </div>
      {children}
    </li>
  )
}

function AgentStep({ step }: { step: FirstRunSteps['agent'] }) {
  const { firstRun } = useMessages()
  const language = usePreferences((state) => state.language)
  const name = step.found?.agent ?? ''
  const about = {
    ready: firstRun.agentReady(name, step.found?.version ?? ''),
    'log-in': firstRun.agentLogIn(name, logInWords(name, language) ?? ''),
    missing: firstRun.agentMissing(step.found?.install ?? ''),
  }[step.why]
  return (
    <Step state={step.state} title={firstRun.agent} about={about}>
      <Button
        size="small"
        className="max-md:min-h-11"
        onClick={() => go({ screen: 'settings', section: 'agents' })}
      >
        {firstRun.openAgents}
      </Button>
    </Step>
  )
}

const FIRST_COMMIT = 'git add --all && git commit --message "First commit"'
const GIT_COMMANDS: Record<FirstRunSteps['git']['why'], string | null> = {
  ready: null,
  'no-git': null,
  'not-a-repository': `git init && ${FIRST_COMMIT}`,
  unusable: 'ls -l .git && find . -type p',
  'no-commit': FIRST_COMMIT,
}

function GitStep({ step }: { step: FirstRunSteps['git'] }) {
  const { firstRun } = useMessages()
  const command = GIT_COMMANDS[step.why]
  return (
    <Step state={step.state} title={firstRun.git} about={firstRun.gitWords[step.why]}>
      {command === null ? null : (
        <CopyButton
          label={firstRun.copyCommand(command)}
          text={() => command}
          className="max-md:size-11"
        />
      )}
    </Step>
  )
}

function ChecksStep({ step }: { step: FirstRunSteps['checks'] }) {
  const { firstRun } = useMessages()
  const show = useOverlay((state) => state.show)
  const about = step.count > 0 ? firstRun.checksReady(step.count) : firstRun.checksNone
  return (
    <Step state={step.state} title={firstRun.checks} about={about}>
      <Button size="small" className="max-md:min-h-11" onClick={() => show('checks')}>
        {firstRun.openChecks}
      </Button>
    </Step>
  )
}

/** Starts a run with the built-in agent, which needs no installation. */
function TryStep() {
  const { firstRun } = useMessages()
  const [isBusy, setBusy] = useState(false)
  const begin = async (): Promise<void> => {
    setBusy(true)
    const item = freeItem()
    const made = await createItem(item, { description: firstRun.tryText, language: null })
    const begun = made.ok
      ? await startItem(item, { go: [], nogo: [], agent: BUILT_IN_AGENT, runs: true })
      : made
    setBusy(false)
    if (!begun.ok) showRefusal(begun.error, item)
    if (made.ok) go({ screen: 'item', item, tab: 'documents', document: null })
  }
  return (
    <Step state="optional" title={firstRun.tryTitle} about={firstRun.tryAbout}>
      <Button
        size="small"
        className="max-md:min-h-11"
        isBusy={isBusy}
        icon={<Play aria-hidden className="size-3.5" />}
        onClick={() => void begin()}
      >
        {firstRun.tryStart}
      </Button>
    </Step>
  )
}

function freeItem(): WorkItem<'spec'> {
  const { rows } = useRows.getState()
  for (let number = 1; ; number++) {
    const name = (number === 1 ? 'try-it' : `try-it-${number}`) as ItemName
    const item = { kind: 'spec', name } as const
    if (!rows.has(itemKey(item))) return item
  }
}
