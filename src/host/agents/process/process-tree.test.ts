import { describe, expect, it } from 'vitest'
import { parsePs } from './process-table-darwin.ts'
import type { ProcessRow } from './process-table.ts'
import { findTree, type TreeSeed } from './process-tree.ts'

const OWN = row(50, { ppid: 40, pgid: 40, sid: 40 })
const SHELL = row(40, { ppid: 1, pgid: 40, sid: 40 })

function row(pid: number, fields: Partial<ProcessRow> = {}): ProcessRow {
  return { pid, ppid: 1, pgid: pid, sid: pid, startTime: '7', isMarked: false, ...fields }
}

const find = (rows: ProcessRow[], seed: Partial<TreeSeed> = {}): number[] =>
  findTree([SHELL, OWN, ...rows], {
    leader: null,
    noted: [],
    grouped: new Set(),
    ownPid: 50,
    ...seed,
  })
    .members.map(({ pid }) => pid)
    .toSorted((a, b) => a - b)

const leader = { pid: 100, startTime: '7' }

describe('tree of an agent', () => {
  it('X2 follows parents, groups and sessions, in whatever order they are listed', () => {
    const rows = [
      row(105, { ppid: 1, pgid: 104, sid: 104 }),
      row(104, { ppid: 103 }),
      row(103, { ppid: 102, pgid: 100, sid: 100 }),
      row(102, { ppid: 100, pgid: 100, sid: 100 }),
      row(101, { ppid: 1, pgid: 101, sid: 100 }),
      row(100, { ppid: 50 }),
      row(200),
    ]
    expect(find(rows, { leader })).toEqual([100, 101, 102, 103, 104, 105])
  })

  it('X2 follows groups where sessions are not known', () => {
    const rows = [row(100, { ppid: 50, sid: null }), row(101, { pgid: 100, sid: null })]
    expect(find(rows, { leader })).toEqual([100, 101])
    expect(find([row(200, { sid: null })], { leader, noted: rows })).toEqual([])
  })

  it('X2 finds by its mark what nothing else ties to the agent', () => {
    expect(find([row(300, { isMarked: true }), row(301)])).toEqual([300])
  })

  it('X2 keeps what was noted when its parent is dead', () => {
    expect(find([row(300), row(301, { ppid: 300 })], { noted: [row(300)] })).toEqual([300, 301])
  })

  it('X2 finds the rest of a group whose leader has just ended', () => {
    const rows = [row(102, { pgid: 100, sid: 100 })]
    expect(find(rows, { leader: { pid: 100, startTime: null } })).toEqual([102])
  })

  it('X2 never takes a process that got a pid, group or session number again', () => {
    const reused = [
      row(100, { startTime: '99' }),
      row(102, { pgid: 100, sid: 100, startTime: '99' }),
      row(300, { startTime: '99' }),
    ]
    expect(find(reused, { leader, noted: [row(300)] })).toEqual([])
    expect(find(reused, { leader: { pid: 100, startTime: null } })).toEqual([])
  })

  it('X2 never takes this process, nor others of its group because of a marked one', () => {
    const stray = row(51, { ppid: 50, pgid: 40, sid: 40, isMarked: true })
    const sibling = row(52, { ppid: 50, pgid: 40, sid: 40 })
    expect(find([stray, sibling])).toEqual([51])
    const marked = { ...OWN, isMarked: true }
    const tree = findTree([marked, stray], {
      leader: null,
      noted: [],
      grouped: new Set(),
      ownPid: 50,
    })
    expect(tree).toMatchObject({ members: [{ pid: 51 }], groupIds: [] })
  })

  it('X2 does not take a group whose living leader is a stranger', () => {
    const rows = [
      row(400),
      row(401, { pgid: 400, sid: 400, isMarked: true }),
      row(402, { pgid: 400 }),
    ]
    expect(find(rows)).toEqual([401])
  })
})

describe('ps on macOS', () => {
  it('X2 is read with its environment; zombies count as dead', () => {
    const text = [
      '    1     0     1 Ss   Mon Nov  3 04:52:01 2025     /sbin/launchd',
      '  812     1   812 S+   Mon Nov  3 04:52:09 2025     node server.js SDD_AGENT_ID=agent_a_1_1 A=b',
      '  813     1   812 S    Mon Nov  3 04:52:09 2025     node x.js SDD_AGENT_ID=agent_a_1_10',
      '  814   812   812 Z    Mon Nov  3 04:52:10 2025     <defunct>',
    ].join('\n')
    const rows = parsePs(text, 'SDD_AGENT_ID=agent_a_1_1')
    expect(rows.map(({ pid, isMarked }) => [pid, isMarked])).toEqual([
      [1, false],
      [812, true],
      [813, false],
    ])
    expect(rows[1]).toMatchObject({ ppid: 1, pgid: 812, startTime: 'Mon Nov 3 04:52:09 2025' })
  })
})
