import type { GivenAnswer } from '../../contracts/asked/questions.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { Invocation } from '../command.ts'
import type { ProjectContext } from '../project.ts'
import { dryRun, NO_RUN } from './dry-run.ts'
import { runInForeground } from './foreground-run.ts'
import { trusting } from './trusting.ts'

interface Answering {
  item: WorkItem
  answers: GivenAnswer[]
  about: number
}

/** Both in one act; then the run is followed to its end. */
export function answerAndResume(
  context: ProjectContext,
  invocation: Invocation,
  { item, answers, about }: Answering,
): Promise<number> {
  const given = { answers, about, andThen: 'resume' } as const
  return trusting(context, invocation, () => {
    dryRun(context, item, { type: 'answerQuestions', runId: NO_RUN, ...given })
    return runInForeground(context, invocation.output, {
      item,
      begin: async (api) => {
        const reply = await api.call('answerQuestions', { item, ...given })
        if (!reply.ok) return reply
        if (reply.value === null) throw new Error('an answer that resumes begins a run')
        return { ok: true, value: reply.value }
      },
    })
  })
}
