import type { ItemKind } from '../../../../contracts/work-item.ts'
import { AGENT_NAMES } from '../../../../core/agents/agent-table.ts'
import { phasesOf, workflowOf } from '../../../../core/workflow/workflows.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { useIsFleet } from '../../workers/in-fleet.ts'
import { Field, INPUT } from '../../../ui/Field.tsx'
import { workflowNameOf, type Options } from './use-new-item.ts'

interface MoreOptionsProps {
  kind: ItemKind
  options: Options
  isLanguageBad: boolean
  onChange(changes: Partial<Options>): void
}

/** Options that default to the settings. */
export function MoreOptions({ kind, options, isLanguageBad, onChange }: MoreOptionsProps) {
  const { board, newItem, common } = useMessages()
  const { create } = board
  const isFleet = useIsFleet()
  const phases = phasesOf(workflowOf({ workflow: workflowNameOf(kind, options) })).slice(1, -1)
  return (
    <details className="group rounded-md border border-line" open={isLanguageBad || undefined}>
      <summary className="cursor-pointer px-3 py-2 font-medium max-md:min-h-11">
        {newItem.more}
      </summary>
      <div className="grid gap-3 px-3 pb-3 sm:grid-cols-2">
        <Select
          label={newItem.stopBefore}
          help={newItem.stopBeforeHelp}
          value={options.stopBefore}
          choices={[
            ['', newItem.stopAsSet],
            ...phases.map((phase) => [phase, newItem.stopAt(common.phases[phase])] as const),
            ['end', newItem.stopNever],
          ]}
          onChange={(stopBefore) => onChange({ stopBefore: stopBefore as Options['stopBefore'] })}
        />
        <Select
          label={newItem.agent}
          help={newItem.agentHelp}
          value={options.agent}
          choices={[['', newItem.asSet], ...AGENT_NAMES.map((name) => [name, name] as const)]}
          onChange={(agent) => onChange({ agent })}
        />
        {isFleet ? null : (
          <Select
            label={newItem.worktree}
            help={newItem.worktreeHelp}
            value={options.worktree}
            choices={[
              ['', newItem.asSet],
              ['on', newItem.worktreeOwn],
              ['off', newItem.worktreeCheckout],
            ]}
            onChange={(worktree) => onChange({ worktree: worktree as Options['worktree'] })}
          />
        )}
        <Field
          label={create.language}
          help={create.languageHelp}
          error={isLanguageBad ? create.languageBad : null}
        >
          {(ids) => (
            <input
              {...ids}
              value={options.language}
              maxLength={20}
              autoCapitalize="off"
              spellCheck={false}
              list="document-languages"
              className={`${INPUT} max-md:min-h-11`}
              onChange={(event) => onChange({ language: event.target.value.trim() })}
            />
          )}
        </Field>
        <datalist id="document-languages">
          <option value="en" />
          <option value="ja" />
        </datalist>
      </div>
    </details>
  )
}

interface SelectProps {
  label: string
  help: string
  value: string
  choices: (readonly [value: string, label: string])[]
  onChange(value: string): void
}

function Select({ label, help, value, choices, onChange }: SelectProps) {
  return (
    <Field label={label} help={help}>
      {(ids) => (
        <select
          {...ids}
          value={value}
          className={`${INPUT} max-md:min-h-11`}
          onChange={(event) => onChange(event.target.value)}
        >
          {choices.map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
