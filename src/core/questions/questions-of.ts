import { MAX_QUESTIONS, type OpenQuestion } from '../../contracts/asked/questions.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { readTasks } from '../readers/tasks/tasks-document.ts'
import { readDiscussion } from './discussion-items.ts'
import { bounded, question } from './question.ts'
import { readFindings } from './report-findings.ts'
import { failingAtStop, stopOf, type Stop } from './stop.ts'

/** Where the text of a question comes from; null: there is no such text. */
export interface QuestionSources {
  document: (name: string) => string | null
  /** The end of a check's output. */
  output: (log: string) => string
}

/** Falls back to one free question: a run must never wait for what no one can answer. */
export function questionsOf(state: AutoExecutionState, sources: QuestionSources): OpenQuestion[] {
  const stop = stopOf(state)
  if (stop === null) return []
  const found = read(state, stop, sources).slice(0, MAX_QUESTIONS)
  return found.length === 0 ? [FREE] : uniquelyNamed(found.map(bounded))
}

const FREE = question({ key: 'answer', kind: 'free' })

function read(state: AutoExecutionState, stop: Stop, sources: QuestionSources): OpenQuestion[] {
  const { kind, document } = stop
  const text = document === null ? '' : (sources.document(document) ?? '')
  switch (kind) {
    case 'discussion':
      return readDiscussion(text)
    case 'finding':
      return readFindings(text)
    case 'check':
      return failingAtStop(state).map((name) =>
        question({
          key: name,
          kind,
          title: name,
          text: lastLines(sources.output(state.checks[name]?.log ?? '')),
        }),
      )
    case 'blocked':
      return blockedTasks(text)
    case 'conflict': {
      const files = state.phases.deploy.conflict?.files ?? []
      return [question({ key: kind, kind, title: files.join(', '), text: '' })]
    }
    case 'denied':
      return state.denied.map((tool, index) =>
        question({ key: `T${index + 1}`, kind, title: tool, text: '' }),
      )
    case 'asked':
      return [question({ key: 'agent', kind, title: '', text: state.step?.said.trim() ?? '' })]
    case 'clarify':
      return (state.phases.requirements.clarify?.questions ?? []).map((one) =>
        question({ ...one, kind, options: [...new Set([one.suggestion, ...one.options])] }),
      )
    case 'free':
      return []
    default:
      return kind satisfies never
  }
}

function blockedTasks(text: string): OpenQuestion[] {
  const reading = readTasks(text)
  if (!reading.ok) return []
  return reading.tasks
    .filter(({ blocked, state, optional }) => blocked !== null && state !== 'done' && !optional)
    .map(({ id, text: title, blocked, line }) =>
      question({ key: id ?? `L${line}`, kind: 'blocked', title, text: blocked ?? '' }),
    )
}

const LINES = 12

const lastLines = (output: string): string => output.split('\n').slice(-LINES).join('\n')

/** Two issues may have the same id in an untrusted document. */
function uniquelyNamed(questions: OpenQuestion[]): OpenQuestion[] {
  const taken = new Set<string>()
  return questions.map((one) => {
    let key = one.key
    for (let number = 2; taken.has(key); number++) key = `${one.key}-${number}`
    taken.add(key)
    return { ...one, key }
  })
}
