import { advance } from '../decide/advance.ts'
import type { Draft } from '../decide/draft.ts'
import { continueAfterAgent } from './steps/agent-ended.ts'
import { launchRecalled } from './asked/instructions.ts'
import { continueManualPhase } from './manual.ts'

/** Continues from what journal and disk say, while nothing of the run is active. */
export function continueRun(draft: Draft): void {
  const { step, steps, mode } = draft.state
  if (steps > 0 && step !== null) {
    switch (step.stage) {
      case 'ended':
      case 'lost':
      case 'failed':
        return continueAfterAgent(draft, step)
      case 'recalled':
        return launchRecalled(draft)
      case 'launching':
      case 'running':
        return
      case 'settled':
        break
      default:
        return step.stage satisfies never
    }
  }
  if (mode === 'manual') return continueManualPhase(draft)
  advance(draft)
}
