import { z } from 'zod'
import { AGENT_PHASES, APPROVABLE_PHASES, PHASES } from './phases.ts'

/** Apart from the names themselves: the page needs those, and not the checking of input. */
export const phaseSchema = z.enum(PHASES)
export const approvablePhaseSchema = z.enum(APPROVABLE_PHASES)
export const agentPhaseSchema = z.enum(AGENT_PHASES)
