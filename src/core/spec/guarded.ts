import type { SpecJson } from '../../contracts/spec-json.ts'
import { record } from './normalise.ts'

/** The keys that only people or the host may change. Agents may change any other key. */
const GUARDED = [
  'feature_name',
  'bug_name',
  'description',
  'language',
  'phase',
  'approvals',
  'autoExecution.permissions',
  'autoExecution.approvals',
  'autoExecution.clarify',
  'documentReview',
  'inspection',
  'verification',
  'workflow',
  'agents',
  'budget',
  'worktree',
  'impl',
] as const

export function guardedPart(json: SpecJson): SpecJson {
  let part: SpecJson = {}
  for (const key of GUARDED) {
    const value = valueAt(json, key)
    if (value !== undefined) part = withValue(part, key, value)
  }
  return part
}

/** The guarded keys in which a spec.json differs from the values it must have. */
export const changedKeys = (json: SpecJson, guarded: SpecJson): string[] =>
  GUARDED.filter((key) => !isSame(valueAt(json, key), valueAt(guarded, key)))

export const valuesOf = (guarded: SpecJson, keys: string[]): Record<string, unknown> =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = valueAt(guarded, key)
      return value === undefined ? [] : [[key, value]]
    }),
  )

/** A key without a value is removed. */
export function withValues(
  json: SpecJson,
  keys: readonly string[],
  values: Record<string, unknown>,
): SpecJson {
  const known = keys.filter((key) => (GUARDED as readonly string[]).includes(key))
  return known.reduce((result, key) => withValue(result, key, values[key]), json)
}

/** The record with its guarded values, whatever an agent has written meanwhile. */
export function asGuarded(json: SpecJson, guarded: SpecJson | null): SpecJson {
  if (guarded === null) return json
  const keys = changedKeys(json, guarded)
  return keys.length === 0 ? json : withValues(json, keys, valuesOf(guarded, keys))
}

function pathOf(key: string): [first: string, second?: string] {
  const dot = key.indexOf('.')
  return dot === -1 ? [key] : [key.slice(0, dot), key.slice(dot + 1)]
}

function valueAt(json: SpecJson, key: string): unknown {
  const [first, second] = pathOf(key)
  return second === undefined ? json[first] : record(json[first])[second]
}

function withValue(json: SpecJson, key: string, value: unknown): SpecJson {
  const [first, second] = pathOf(key)
  if (second !== undefined) {
    const inner = withValue(record(json[first]), second, value)
    const isNew = !(first in json) && Object.keys(inner).length === 0
    return isNew ? json : { ...json, [first]: inner }
  }
  if (value !== undefined) return { ...json, [first]: value }
  const { [first]: _removed, ...rest } = json
  return rest
}

/** The same JSON, whatever the order of its keys. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, index) => isSame(value, other[index]))
    )
  const [mine, theirs] = [one as SpecJson, other as SpecJson]
  return [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].every((key) =>
    isSame(ownValue(mine, key), ownValue(theirs, key)),
  )
}

const ownValue = (json: SpecJson, key: string): unknown =>
  Object.hasOwn(json, key) ? json[key] : undefined
