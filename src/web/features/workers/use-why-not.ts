import type { Role } from '../../../contracts/roles.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useMay } from './in-fleet.ts'

/** Why this person may not do what takes that role; null when they may. */
export function useWhyNot(needed: Role): string | null {
  const { fleet } = useMessages()
  return useMay(needed) ? null : fleet.whyNot(needed)
}
