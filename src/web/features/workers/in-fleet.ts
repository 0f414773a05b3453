import { mayAs, type Role } from '../../../contracts/roles.ts'
import type { SpecAction } from '../../../contracts/views/allowed.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { useProjects } from '../projects/projects-store.ts'

/** The projects are those of a fleet: what needs the files of one computer is not offered. */
export const useIsFleet = (): boolean => useProjects(({ hello }) => hello?.isFleet === true)

/** On one machine everyone who came in may do it. */
export const useMay = (needed: Role): boolean => useProjects((state) => may(state, needed))

type Known = Pick<ReturnType<typeof useProjects.getState>, 'hello'>

function may({ hello }: Known, needed: Role): boolean {
  const self = hello?.self
  const role = self?.kind === 'device' ? self.role : undefined
  return role === undefined || mayAs(role, needed)
}

/** A row as this person may use it: a fleet shows no code, and who may only look is offered nothing. */
export function asUsable(row: ItemRow): ItemRow {
  const known = useProjects.getState()
  if (known.hello?.isFleet !== true) return row
  return may(known, 'operator') ? withoutChanges(row) : withoutActs(row)
}

function withoutChanges(row: ItemRow): ItemRow {
  const { next, waits } = row.allowed
  const isLeft = ({ type }: SpecAction): boolean => type !== 'view-changes'
  return {
    ...row,
    allowed: {
      ...row.allowed,
      next: next !== null && isLeft(next) ? next : null,
      waits: waits && { ...waits, actions: waits.actions.filter(isLeft) },
    },
  }
}

function withoutActs(row: ItemRow): ItemRow {
  const { waits } = row.allowed
  return {
    ...row,
    allowed: {
      ...row.allowed,
      next: null,
      waits: waits && { ...waits, asks: null, actions: [] },
      run: [],
      fix: [],
      retry: [],
      approve: [],
      reject: [],
      awaited: null,
    },
  }
}
