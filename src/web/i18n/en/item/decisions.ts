import type { QuestionKind } from '../../../../contracts/asked/questions.ts'

/** Answers that fit every question of a kind; sent to the agent in these words. */
const options: Partial<Record<QuestionKind, readonly string[]>> = {
  finding: ['Fix it', 'Accept it as it is'],
  conflict: ['Keep both changes', 'Keep the changes of this work', 'Keep the base branch'],
  denied: ['Continue without it'],
}

export const decisions = {
  title: 'Questions for you',
  loading: 'Loading questions…',
  failed: 'The questions could not be read.',
  retry: 'Try again',
  /** Shown above a question that has no title. */
  kinds: {
    discussion: 'Decide',
    finding: 'Finding',
    check: 'Failing check',
    blocked: 'Blocked task',
    denied: 'Tool that was not allowed',
    conflict: 'Files in conflict',
    asked: 'The agent asks',
    clarify: 'Question',
    free: 'Your decision',
  } satisfies Record<QuestionKind, string>,
  options,
  suggestion: (text: string) => `Suggested: ${text}`,
  chooseOne: 'Options',
  ownWords: 'In your own words',
  writeOwn: 'Write your own answer',
  freeHelp: 'No single question stopped the run. Say what should be done.',
  forOthers: 'One answer for all others',
  answered: (text: string) => `Answered: ${text}`,
  open: (count: number) =>
    count === 1 ? '1 question has no answer yet.' : `${count} questions have no answer yet.`,
  confirm: 'Answer and resume',
  afterwards: 'Your answer goes to the agents as your decision.',
  decided: 'Your decisions',
}
