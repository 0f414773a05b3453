import type { Begun } from '../../contracts/commands.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { Result } from '../../contracts/result.ts'
import type { HostApi } from '../../contracts/rpc.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { Invocation } from '../command.ts'
import type { ProjectContext } from '../project.ts'
import { dryRun, NO_RUN, type Asked } from './dry-run.ts'
import { runInForeground } from './foreground-run.ts'
import { trusting } from './trusting.ts'

interface Act {
  item: WorkItem
  /** Includes `andThen`, like the call. */
  asked: Asked
  call: (api: HostApi) => Promise<Result<Begun | null, Rejection>>
}

/** Answers, approves or rejects, resumes the run with it and follows it to its end. */
export function actAndResume(
  context: ProjectContext,
  invocation: Invocation,
  { item, asked, call }: Act,
): Promise<number> {
  return trusting(context, invocation, () => {
    dryRun(context, item, { ...asked, runId: NO_RUN })
    return runInForeground(context, invocation.output, {
      item,
      begin: async (api) => {
        const reply = await call(api)
        if (!reply.ok) return reply
        if (reply.value === null) throw new Error('an act that resumes begins a run')
        return { ok: true, value: reply.value }
      },
    })
  })
}
