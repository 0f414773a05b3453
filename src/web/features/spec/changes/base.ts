import type { Changes } from '../../../../contracts/views/changes.ts'

export type Compared = Extract<Changes, { state: 'ok' }>
export type Base = Compared['base']
