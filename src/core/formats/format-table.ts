import type { SpecFormat } from './format.ts'
import { KIRO } from './kiro/kiro.ts'

/** Every format that is known. The first is the one in which new specs are made. */
export const FORMATS: readonly SpecFormat[] = [KIRO]
