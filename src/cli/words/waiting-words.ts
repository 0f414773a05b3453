import type { AutoExecutionState, Question } from '../../contracts/run-state.ts'
import type { SpecStatus } from '../../contracts/views/status.ts'
import { oneLine } from './safe-text.ts'

interface Waiting extends Pick<
  AutoExecutionState,
  'waitingFor' | 'waitingUntil' | 'waitingBehind'
> {
  question?: Question | null
}

/** What a live run is waiting for; empty when it is working. */
export function waitingWords(waiting: Waiting): string {
  const { waitingFor, waitingUntil, question = null } = waiting
  const until = waitingUntil === null ? '' : ` until ${momentOf(waitingUntil)}`
  switch (waitingFor) {
    case null:
      return ''
    case 'working-tree':
      return `waiting for the working tree${behindWords(waiting)}`
    case 'quota':
      return `waiting for quota${until}`
    case 'service':
      return `waiting for the agent's service${until}`
    case 'network':
      return `waiting for the network${until.replace(' until', ', next try')}`
    case 'answers':
      return `needs your answers${until}; then the suggestions are used`
    case 'answer': {
      const about =
        question === null ? '' : oneLine(` (${question.tool} ${question.summary}`).trimEnd()
      return `waiting for an answer${until}${about === '' ? '' : `${about})`}`
    }
    default:
      return waitingFor satisfies never
  }
}

function behindWords({ waitingBehind }: Waiting): string {
  if (waitingBehind === null) return ''
  const { item, isAbandoned } = waitingBehind
  return isAbandoned ? `: resume or stop ${item.name}, whose host crashed` : ` of ${item.name}`
}

/** Whether it runs, and why not: `paused (needs-discussion)`. */
export function standingWords(run: SpecStatus['run']): string {
  const why = run.reason ?? waitingWords(run)
  return why === '' ? run.status : `${run.status} (${why})`
}

/** Local time, with the day unless it is today. */
function momentOf(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return time
  const clock = date.toTimeString().slice(0, 5)
  const isToday = date.toDateString() === new Date().toDateString()
  return isToday ? clock : `${date.toDateString().slice(0, 10)} ${clock}`
}
