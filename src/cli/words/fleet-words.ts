import type { Rejection } from '../../contracts/rejections.ts'
import type { Words } from './rejections/words.ts'

type FleetRejection = Extract<
  Rejection,
  { code: 'NOT_IN_FLEET' | 'NO_FLEET' | 'ROLE_NEEDED' | 'NO_WORKER' }
>

const CODES: Readonly<Record<FleetRejection['code'], true>> = {
  NOT_IN_FLEET: true,
  NO_FLEET: true,
  ROLE_NEEDED: true,
  NO_WORKER: true,
}

export const isOfFleet = (rejection: Rejection): rejection is FleetRejection =>
  Object.hasOwn(CODES, rejection.code)

export function wordsForFleet(rejection: FleetRejection): Words {
  switch (rejection.code) {
    case 'NOT_IN_FLEET':
      return {
        message: `A fleet cannot do this (${rejection.method})`,
        remedy: 'Export the item into a checkout and do it there',
      }
    case 'NO_FLEET':
      return {
        message: 'Workers exist only in a fleet',
        remedy: 'A fleet has them: see docs/fleet.md',
      }
    case 'ROLE_NEEDED':
      return {
        message: `Your role in this fleet does not allow it: it requires the ${rejection.role} role`,
        remedy: 'Ask an administrator of the fleet for an invitation with that role',
      }
    case 'NO_WORKER':
      return {
        message: `There is no worker ${rejection.worker}`,
        remedy: 'It was already revoked',
      }
    default:
      return rejection satisfies never
  }
}
