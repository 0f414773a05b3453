import type { Invocation, OptionShape } from '../command.ts'
import { UsageError } from '../problems.ts'
import { Interruption } from '../run/interruption.ts'

export const DATABASE_OPTION: Record<string, OptionShape> = {
  database: {
    value: 'URL',
    help: 'the PostgreSQL of the fleet; default: SDD_DATABASE',
  },
}

export function databaseIn(invocation: Invocation): string {
  const url = invocation.text('database') ?? invocation.env['SDD_DATABASE']
  if (!url)
    throw new UsageError('The database is missing', 'Give --database URL, or set SDD_DATABASE')
  return url
}

export function numberIn(
  invocation: Invocation,
  name: string,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  const text = invocation.text(name)
  if (text === undefined) return otherwise
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1
  if (number < least || number > most)
    throw new UsageError(`--${name} takes a number from ${least} to ${most}`)
  return number
}

/** Resolves at the first of these signals, by default of all that end a program. */
export function interrupted(signals?: readonly NodeJS.Signals[]): Promise<void> {
  const interruption = new Interruption(signals)
  return new Promise((resolve) => (interruption.act = resolve))
}

export function checkName(name: string, what: 'pool' | 'project'): void {
  if (!/^[a-z0-9][a-z0-9._-]{0,59}$/.test(name))
    throw new UsageError(
      `${name || 'An empty text'} is not the name of a ${what}`,
      'Use small letters, digits, dots and dashes',
    )
}
