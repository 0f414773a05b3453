import type { ErrorReason, PauseReason } from '../reasons.ts'
import type { Phase } from '../phases.ts'

/** No one reads more than this; the document has the rest. */
export const MAX_QUESTIONS = 30
/** Answers every question that has no answer of its own. */
export const EVERY_QUESTION = '*'

/** What a question is about; decides which answers are offered besides its own options. */
export type QuestionKind =
  | 'discussion'
  | 'finding'
  | 'check'
  | 'blocked'
  | 'denied'
  | 'conflict'
  | 'asked'
  | 'clarify'
  /** The document could not be parsed: one question covers all of it. */
  | 'free'

/** Something that only the user can decide. All of its text is untrusted. */
export interface OpenQuestion {
  /** Unique among the questions asked together, such as `W1`. */
  key: string
  kind: QuestionKind
  /** The issue in one line; empty for a free question. */
  title: string
  /** What is asked, with the reason; may be empty. */
  text: string
  options: string[]
  /** Used when no one answers; null means that the run waits. */
  suggestion: string | null
}

/** What a stopped run asks, and the answers so far. */
export interface Asked {
  /** Seq of the entry that stopped the run: answers to an earlier stop are refused. */
  about: number
  reason: PauseReason | ErrorReason
  phase: Phase | null
  /** The document that the questions come from; null when there is none. */
  document: string | null
  questions: (OpenQuestion & { answer: string | null })[]
}

export interface GivenAnswer {
  key: string
  text: string
}

/** The user's decision on an issue; every later prompt contains it. */
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
