import type { AgentPhase, Talk } from '../contracts/phases.ts'
import { playClarify } from './phases/clarify.ts'
import { playConflict } from './phases/conflict.ts'
import { playDesign, playRequirements, playTasks } from './phases/document-phases.ts'
import { playImpl } from './phases/impl.ts'
import { playInspection } from './documents/write-inspection.ts'
import { playReply, playReview } from './phases/review.ts'
import { playAnalyze, playFix, playVerify } from './phases/repair.ts'
import { playSteering } from './phases/steering.ts'
import { playAsk, playPlan } from './phases/talk.ts'
import { openStage, type Stage, type StageInput } from './stage.ts'
import { readWorld, type World, type WorldInput } from './world.ts'

export type PlayInput = WorldInput & StageInput

/** Returns the exit code. A failure is also reported in the last event, like the real CLI does. */
export async function play(input: PlayInput): Promise<number> {
  const stage = openStage(input)
  try {
    const world = readWorld(input)
    stage.end({ ok: true, message: await playPhase(stage, world) })
    return 0
  } catch (error) {
    stage.end({ ok: false, message: error instanceof Error ? error.message : String(error) })
    return 1
  }
}

const PLAYS: Readonly<Record<AgentPhase | Talk, (stage: Stage, world: World) => Promise<string>>> =
  {
    clarify: playClarify,
    requirements: playRequirements,
    design: playDesign,
    tasks: playTasks,
    'document-review': playReview,
    'document-review-reply': playReply,
    impl: playImpl,
    inspection: playInspection,
    analyze: playAnalyze,
    fix: playFix,
    verify: playVerify,
    deploy: playConflict,
    ask: playAsk,
    plan: playPlan,
    steering: playSteering,
  }

const isPlayed = (phase: string): phase is AgentPhase | Talk => Object.hasOwn(PLAYS, phase)

function playPhase(stage: Stage, world: World): Promise<string> {
  if (!isPlayed(world.phase)) throw new Error(`no play for the phase ${world.phase}`)
  return PLAYS[world.phase](stage, world)
}
