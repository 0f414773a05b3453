import { mayAs, type Role } from '../../../contracts/roles.ts'
import type { SpecAction } from '../../../contracts/views/allowed.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { useProjects } from '../projects/projects-store.ts'

/** In a fleet, whatever needs the files of one computer is not offered. */
export const useIsFleet = (): boolean => useProjects(({ hello }) => hello?.isFleet === true)

/** Without a fleet there are no roles: everyone with access may do everything. */
export const useMay = (needed: Role): boolean => useProjects((state) => may(state, needed))

type Known = Pick<ReturnType<typeof useProjects.getState>, 'hello'>

function may({ hello }: Known, needed: Role): boolean {
  const self = hello?.self
  const role = self?.kind === 'device' ? self.role : undefined
  return role === undefined || mayAs(role, needed)
}

/** Like useMay, for code outside of components. */
export const mayNow = (needed: Role): boolean => may(useProjects.getState(), needed)

/** The row reduced to what this person may do: viewers keep only actions that show something. */
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
