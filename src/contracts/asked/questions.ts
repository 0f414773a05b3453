import type { ErrorReason, PauseReason } from '../reasons.ts'
import type { Phase } from '../phases.ts'

/** More than anyone reads: the document beside them has the rest. */
export const MAX_QUESTIONS = 30
/** Answers every question that has no answer of its own. */
export const EVERY_QUESTION = '*'

/** What a question is about; decides which answers are offered beside its own options. */
export type QuestionKind =
  | 'discussion'
  | 'finding'
  | 'check'
  | 'blocked'
  | 'denied'
  | 'conflict'
  | 'asked'
  | 'clarify'
  /** Nothing could be read from the document: one question for all that it says. */
  | 'free'

/** One thing that only the user decides. All of its text was written by others. */
export interface OpenQuestion {
  /** Unique among those that are asked together: `W1`. */
  key: string
  kind: QuestionKind
  /** The issue in one line; empty for a free question. */
  title: string
  /** What is asked, with the reason; may be empty. */
  text: string
  options: string[]
  /** Used when no one answers; null: the run waits. */
  suggestion: string | null
}

/** What a run that has stopped asks, and what was answered so far. */
export interface Asked {
  /** The entry with which the run stopped: an answer to an earlier stop is refused. */
  about: number
  reason: PauseReason | ErrorReason
  phase: Phase | null
  /** The document that says it; null when there is none. */
  document: string | null
  questions: (OpenQuestion & { answer: string | null })[]
}

export interface GivenAnswer {
  key: string
  text: string
}

/** What the user decided on an issue: every later prompt says so. */
export interface Decision {
  about: number
  phase: Phase | null
  document: string | null
  key: string
  issue: string
  text: string
}

export interface QuestionsView {
  /** Null when nothing is asked. */
  asked: Asked | null
  /** Oldest first. */
  decided: Decision[]
}
