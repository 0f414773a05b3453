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

/** For what is done by keys. */
export const mayNow = (needed: Role): boolean => may(useProjects.getState(), needed)

/** A row as this person may use it: who may only look is offered only that. */
export const asUsable = (row: ItemRow): ItemRow => (mayNow('operator') ? row : withoutActs(row))

function withoutActs(row: ItemRow): ItemRow {
  const { next, waits } = row.allowed
  const isLook = ({ type }: SpecAction): boolean => type === 'view-changes'
  return {
    ...row,
    allowed: {
      ...row.allowed,
      next: next !== null && isLook(next) ? next : null,
      waits: waits && { ...waits, asks: null, actions: waits.actions.filter(isLook) },
      run: [],
      fix: [],
      retry: [],
      approve: [],
      reject: [],
      awaited: null,
    },
  }
}
