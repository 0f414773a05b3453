import type { Role } from '../../../contracts/roles.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useMay } from './in-fleet.ts'

/** Why this person lacks the role for something; null if they have it. */
export function useWhyNot(needed: Role): string | null {
  const { fleet } = useMessages()
  return useMay(needed) ? null : fleet.whyNot(needed)
}
