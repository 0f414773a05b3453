import { bugItem, specNamed, type WorkItem } from '../../../contracts/work-item.ts'
import { describe, expect, it } from 'vitest'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { allowedIn } from '../../../core/allowed/allowed.ts'
import type { AgentInfo } from '../../../contracts/launch/agent.ts'
import { needsOf, silentAgents, type SilentAgents } from '../../../core/views/needs-you.ts'
import { inboxItems } from '../inbox/inbox-items.ts'
import type { Standing } from '../../../core/views/standing.ts'
import { RESTING, RESTING_ROW } from '../../test-data/resting-row.ts'
import { countsOf, itemsOf, shownItems } from './board-items.ts'
import { groupedEntries, isItem } from './groups/board-entries.ts'
import { BUG_WORKFLOW } from '../../../core/workflow/tables/bug-workflow.ts'
import { defaultPermissions } from '../../../core/workflow/default-permissions.ts'
import { DEFAULT_PERMISSIONS } from '../../../core/workflow/tables/spec-workflow.ts'

const withAllowed = (facts: Omit<ItemRow, 'allowed'> & Partial<ItemRow>): ItemRow => ({
  allowed: allowedIn(facts),
  ...facts,
})
const row = (item: WorkItem, changes: Partial<ItemRow> = {}): ItemRow =>
  withAllowed({ ...RESTING_ROW, item, ...changes })
const run = (changes: Partial<ItemRow['run']>): Pick<ItemRow, 'run'> => ({
  run: { ...RESTING, ...changes },
})

const specs = [
  row(specNamed('alpha'), {
    description: 'Sign in with a PASSKEY',
    activeAt: '2026-01-01T00:00:00.000Z',
  }),
  row(specNamed('beta'), {
    ...run({ status: 'running', phase: 'design' }),
    activeAt: '2026-01-03T00:00:00Z',
  }),
  row(specNamed('gamma'), run({ status: 'error', reason: 'agent-failed', phase: 'design' })),
  row(
    specNamed('delta'),
    run({ status: 'paused', reason: 'needs-discussion', phase: 'document-review' }),
  ),
  row(specNamed('omega'), run({ status: 'paused', reason: 'user', phase: 'design' })),
  row(specNamed('zeta'), {
    ...run({ status: 'completed', reason: 'nogo', phase: 'requirements' }),
    permissions: { ...DEFAULT_PERMISSIONS, requirements: false },
  }),
]
const bugs = [
  row(bugItem(specNamed('crash').name), {
    phase: 'fixed',
    workflow: 'bug',
    permissions: defaultPermissions(BUG_WORKFLOW),
    passed: ['analyze', 'fix'],
    activeAt: '2026-01-02T00:00:00Z',
  }),
]
const silent: SilentAgents = new Map()
const all = itemsOf([...specs, ...bugs], silent)
const names = (wanted: Partial<Parameters<typeof shownItems>[1]>): string[] =>
  shownItems(all, { query: '', filter: 'all', sort: 'name', ...wanted }).map(({ name }) => name)

describe('the rows of the board', () => {
  it('are found by every word of the query, in name or description, whatever the case', () => {
    expect(names({ query: 'passkey SIGN' })).toEqual(['alpha'])
    expect(names({ query: 'passkey beta' })).toEqual([])
    expect(names({ query: '  ' })).toHaveLength(all.length)
  })

  it('are grouped by what they need, and a run that the user stopped needs no one', () => {
    expect(names({ filter: 'running' })).toEqual(['beta'])
    expect(names({ filter: 'needs' })).toEqual(['delta', 'gamma'])
    expect(names({ filter: 'waiting' })).toEqual(['omega'])
    expect(names({ filter: 'done' })).toEqual(['zeta'])
    expect(names({ filter: 'idle' })).toEqual(['alpha', 'crash'])
    expect(countsOf(all)).toEqual({ all: 7, running: 1, needs: 2, waiting: 1, done: 1, idle: 2 })
  })

  it('need the user while an agent asks, though the run is under way', () => {
    const question = { id: 'q1', tool: 'Bash', summary: '' }
    const asking = row(specNamed('eta'), {
      ...run({ status: 'running', phase: 'design', waitingFor: 'answer' }),
      question,
    })
    expect(itemsOf([asking], silent).map(({ stand }) => stand.standing)).toEqual(['needs'])
  })

  it('come newest first by activity, and those that need the user first by status', () => {
    expect(names({ sort: 'activity' }).slice(0, 3)).toEqual(['beta', 'crash', 'alpha'])
    expect(names({ sort: 'status' }).slice(0, 3)).toEqual(['delta', 'gamma', 'beta'])
  })

  it('stay the same objects while their row stays, so that only changed rows are drawn', () => {
    const changed = row(specNamed('beta'), { version: 2 })
    const again = itemsOf(
      [...specs.filter(({ item }) => item.name !== 'beta'), changed, ...bugs],
      silent,
    )
    const kept = again.filter((item) => all.includes(item))
    expect(kept).toHaveLength(all.length - 1)
  })

  it('U5 one whose agent is silent needs the user here as it does in the inbox, and is counted once', () => {
    const run = { ...RESTING, status: 'running', phase: 'design' } as const
    const quiet = row(specNamed('quiet'), { run })
    const asking = row(specNamed('asks'), {
      run,
      question: { id: 'q', tool: 'Bash', summary: 'ls' },
    })
    const agents = ['quiet', 'asks', 'over'].map((name) => ({
      agentId: name,
      item: specNamed(name),
      status: 'hang',
      startedAt: '',
      lastOutputAt: null,
    })) as unknown as AgentInfo[]
    const hanging = silentAgents(agents)
    const items = itemsOf([quiet, asking], hanging)
    const waiting = inboxItems(needsOf([quiet, asking], hanging), [])
    expect(countsOf(items).needs).toBe(2)
    expect(waiting).toHaveLength(2)
  })
})

describe('the rows in groups', () => {
  const shown = shownItems(all, { query: '', filter: 'all', sort: 'name' })
  const lines = (closed: Standing[]): string[] =>
    groupedEntries(shown, { isGrouped: true, toggled: closed, isSearching: false }).map((entry) =>
      isItem(entry) ? entry.name : `${entry.key} ${entry.count}`,
    )

  it('stand under the head of how they stand, those that need the user first, none without rows', () => {
    const withWaiting = ['needs 2', 'delta', 'gamma', 'running 1', 'beta', 'waiting 1', 'omega']
    expect(lines([])).toEqual([...withWaiting, 'idle 2', 'alpha', 'crash', 'done 1', 'zeta'])
  })

  it('a closed group keeps its head and its number', () => {
    expect(lines(['needs', 'idle', 'done'])).toEqual([
      'needs 2',
      'running 1',
      'beta',
      'waiting 1',
      'omega',
      'idle 2',
      'done 1',
    ])
  })

  it('what matches a search is shown in a closed group too', () => {
    const found = groupedEntries(shown, { isGrouped: true, toggled: ['done'], isSearching: true })
    expect(found.filter(isItem).map(({ name }) => name)).toContain('zeta')
  })

  it('those of a folder stand together, and what is archived only where it is wanted', () => {
    const named = ['archive/old', 'login', 'area/b', 'area/a']
    const rows = named.map((name) => ({ ...all[0]!.row, item: specNamed(name) }))
    const items = shownItems(itemsOf(rows, new Map()), { query: '', filter: 'all', sort: 'name' })
    const of = (toggled: string[], isSearching = false): string[] =>
      groupedEntries(items, { isGrouped: false, toggled, isSearching }).map((entry) =>
        isItem(entry) ? entry.name : `${entry.key} ${entry.count}`,
      )
    const open = ['login', 'kiro:area 2', 'area/a', 'area/b']
    expect(of([]).slice(0, 5)).toEqual([...open, 'kiro:archive 1'])
    expect(of([])).not.toContain('archive/old')
    expect(of(['kiro:archive', 'kiro:area'])).toContain('archive/old')
    expect(of(['kiro:area'])).not.toContain('area/a')
    expect(of([], true)).toContain('archive/old')
  })
})
