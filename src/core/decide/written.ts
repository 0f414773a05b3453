import type { Fingerprint } from '../../contracts/journal.ts'
import type { Step } from '../../contracts/run-state.ts'
import type { Facts } from './facts.ts'

/**
 * A file left over from earlier never counts: it must differ from what was there before the launch.
 */
export function wasWritten(step: Step, name: string, facts: Facts): boolean {
  const file = facts.files[name]
  return file !== undefined && !file.empty && file.fingerprint !== (step.before[name] ?? null)
}

/** A fingerprint is `time-content`. */
export const contentOf = (fingerprint: Fingerprint): string | null =>
  fingerprint === null ? null : fingerprint.slice(fingerprint.indexOf('-') + 1)
