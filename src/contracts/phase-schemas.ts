import { z } from 'zod'
import { AGENT_PHASES, APPROVABLE_PHASES, PHASES } from './phases.ts'

/** Separate from the names: the page needs those, but not the input validation. */
export const phaseSchema = z.enum(PHASES)
export const approvablePhaseSchema = z.enum(APPROVABLE_PHASES)
export const agentPhaseSchema = z.enum(AGENT_PHASES)
