import { useState } from 'react'
import type { Phase, WorkflowName } from '../../../../contracts/phases.ts'
import { isNewName, itemKey, type ItemKind } from '../../../../contracts/work-item.ts'
import { phasesFrom, phasesOf, workflowOf } from '../../../../core/workflow/workflows.ts'
import type { Refusal } from '../../../app/live.ts'
import { go } from '../../../app/routes.ts'
import { createItem, startItem } from '../../items/spec-commands.ts'
import { takePlanned } from '../../ask/ask-store.ts'
import { useRows } from '../../items/rows-store.ts'
import { showRefusal } from '../../notices/notices-store.ts'
import { problemOfName, type NameProblem } from './item-name.ts'
import { suggestedName } from './suggested-name.ts'

const LANGUAGE = /^[a-z]{2}(-[A-Za-z]+)?$/

/** Options besides description and name; an empty value leaves it to the settings. */
export interface Options {
  language: string
  isQuick: boolean
  asksFirst: boolean
  approvesAll: boolean
  worktree: '' | 'on' | 'off'
  agent: string
  /** The phase before which the run ends; `end`: it never does. */
  stopBefore: Phase | 'end' | ''
}

const DEFAULT_OPTIONS: Options = {
  language: '',
  isQuick: false,
  asksFirst: false,
  approvesAll: false,
  worktree: '',
  agent: '',
  stopBefore: '',
}

export interface Problems {
  description: boolean
  name: NameProblem | 'empty' | null
  language: boolean
}

export function useNewItem(kind: ItemKind, onCreated: () => void) {
  const rows = useRows((state) => state.rows)
  const [typed, setName] = useState<string | null>(null)
  const [description, setDescription] = useState(takePlanned)
  const [options, setOptions] = useState(DEFAULT_OPTIONS)
  const [busy, setBusy] = useState<'create' | 'run' | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isTried, setTried] = useState(false)
  const isTaken = (name: string): boolean => isNewName(name) && rows.has(itemKey({ kind, name }))
  const name = typed ?? suggestedName(description, { fallback: kind, today: today(), isTaken })
  const problems: Problems = {
    description: description.trim() === '',
    name: name === '' ? 'empty' : problemOfName(name, isTaken),
    language: options.language !== '' && !LANGUAGE.test(options.language),
  }
  const send = async (how: 'create' | 'run'): Promise<void> => {
    setTried(true)
    if (busy !== null || !isNewName(name) || hasProblem(problems)) return
    setBusy(how)
    setRefusal(null)
    const item = { kind, name }
    const made = await createItem(item, {
      description: description.trim(),
      ...chosen(options, kind),
    })
    if (!made.ok) {
      setBusy(null)
      return setRefusal(made.error)
    }
    const limits = permissionsOf(workflowNameOf(kind, options), options.stopBefore)
    const begun = await startItem(item, {
      ...limits,
      agent: options.agent || null,
      runs: how === 'run',
    })
    setBusy(null)
    if (!begun.ok) showRefusal(begun.error, item)
    onCreated()
    go({ screen: 'item', item, tab: 'documents', document: null })
  }
  return {
    name,
    setName,
    description,
    setDescription,
    options,
    choose: (changes: Partial<Options>) => setOptions((before) => ({ ...before, ...changes })),
    problems,
    isTried,
    busy,
    refusal,
    send,
  }
}

const hasProblem = ({ description, name, language }: Problems): boolean =>
  description || name !== null || language

export const workflowNameOf = (
  kind: ItemKind,
  { isQuick }: Pick<Options, 'isQuick'>,
): WorkflowName => (kind === 'spec' && isQuick ? 'quick' : kind)

function chosen({ language, isQuick, asksFirst, approvesAll, worktree }: Options, kind: ItemKind) {
  const isSpec = kind === 'spec'
  return {
    language: language === '' ? null : language,
    ...(isSpec && isQuick ? { quick: true as const } : {}),
    ...(worktree === '' ? {} : { worktree: worktree === 'on' }),
    ...(isSpec && approvesAll ? { approvals: 'person' as const } : {}),
    ...(isSpec && asksFirst && !isQuick ? { clarify: 'ask' as const } : {}),
  }
}

/** In a workflow that skips NOGO phases, all later phases must be NOGO too. */
function permissionsOf(name: WorkflowName, stopBefore: Options['stopBefore']) {
  const workflow = workflowOf({ workflow: name })
  if (stopBefore === '') return { go: [], nogo: [] }
  if (stopBefore === 'end') return { go: phasesOf(workflow).slice(-1), nogo: [] }
  const nogo = phasesFrom(workflow, stopBefore)
  return { go: [], nogo: workflow.atNogo === 'ends' ? nogo.slice(0, 1) : nogo }
}

/** In the user's time zone; Swedish formats a date as 2026-11-16. */
const today = (): string => new Date().toLocaleDateString('sv')
