import type { CheckSetting, WorktreeSetting } from './command-settings.ts'

/** The values that a setting may have. Without zod, because the page uses this too. */
export interface NumberValue {
  kind: 'number'
  min: number
  /** The minimum itself is excluded. */
  isAboveMin: boolean
  /** Null: unlimited. */
  max: number | null
  isWhole: boolean
  unit: 'minutes' | 'seconds' | 'days' | 'usd' | 'tokens' | null
}
interface SwitchValue {
  kind: 'switch'
}
interface ChoiceValue<O extends string> {
  kind: 'choice'
  options: readonly O[]
  /** Why an expected value is missing. */
  note?: string
}
interface TextValue {
  kind: 'text'
  pattern: RegExp
  /** What the pattern allows, in words for people. */
  allowed: string
}
interface ListValue {
  kind: 'list'
  /** `words`: a program and its arguments. */
  of: 'agents' | 'texts' | 'words'
  isFilled?: boolean
  allowed: string
}
interface AgentValue {
  kind: 'agent'
}
interface ChecksValue {
  kind: 'checks'
  minutes: NumberValue
}
interface WorktreeValue {
  kind: 'worktree'
}
export type SettingValue =
  | NumberValue
  | SwitchValue
  | ChoiceValue<string>
  | TextValue
  | ListValue
  | AgentValue
  | ChecksValue
  | WorktreeValue

/** The type of a setting's value. */
export type Held<V> = V extends { kind: 'number' }
  ? number
  : V extends { kind: 'switch' }
    ? boolean
    : V extends ChoiceValue<infer O>
      ? O
      : V extends { kind: 'list' }
        ? string[]
        : V extends ChecksValue
          ? CheckSetting[]
          : V extends WorktreeValue
            ? boolean | WorktreeSetting
            : string

/** One entry of the table: everything about a setting except its texts for the page. */
export interface Setting<V = SettingValue, D = unknown> {
  value: V
  /** The value when it is not set; undefined: none. */
  byDefault: D
  /** Only the user may set it, and only at the computer itself: no project and no paired device. */
  isPersonal: boolean
  /**
   * A project may lower it, never raise it; among named values it may only choose one that leaves
   * more to the user.
   */
  isLimit: boolean
  /** Starts programs: a project's value counts once it is trusted; no paired device may set it. */
  startsPrograms: boolean
}

type Traits = Partial<Pick<Setting, 'isPersonal' | 'isLimit' | 'startsPrograms'>>

export const setting = <V extends SettingValue, D extends Held<V> | undefined>(
  value: V,
  byDefault: D,
  { isPersonal = false, isLimit = false, startsPrograms = false }: Traits = {},
): Setting<V, D> => ({ value, byDefault, isPersonal, isLimit, startsPrograms })

export const number = (
  unit: NumberValue['unit'],
  range: { from?: number; above?: number; to?: number; isWhole?: boolean },
): NumberValue => ({
  kind: 'number',
  min: range.from ?? range.above ?? 0,
  isAboveMin: range.from === undefined,
  max: range.to ?? null,
  isWhole: range.isWhole ?? false,
  unit,
})

export const fitsNumber = (
  { min, isAboveMin, max, isWhole }: NumberValue,
  value: number,
): boolean =>
  (isAboveMin ? value > min : value >= min) &&
  (max === null ? Number.isFinite(value) : value <= max) &&
  (!isWhole || Number.isInteger(value))

/** The settings of a group, each of which may be absent. */
export type HeldIn<G> = {
  [K in keyof G]?: G[K] extends Setting<infer V> ? Held<V> | undefined : never
}
