/** A document of the project's memory, and when an agent needs it. */
export interface SteeringDocument {
  path: string
  /** Null when the prompt only names it and the agent has to read it. */
  text: string | null
  when: SteeringUse
  /** Why a document that always applies is only named. */
  omitted: 'too-long' | 'link' | null
}

export type SteeringUse =
  | { inclusion: 'always' }
  | { inclusion: 'fileMatch'; patterns: string[] }
  | { inclusion: 'manual' }
  | { inclusion: 'auto'; about: string }

/** Limit for all included documents together; those that do not fit are only named. */
export const MAX_STEERING_BYTES = 200_000

export const shownSteering = (documents: readonly SteeringDocument[]): string =>
  documents
    .flatMap(({ path, text }) =>
      text === null ? [] : [`<steering path="${path}">\n${text.trim()}\n</steering>`],
    )
    .join('\n\n')

export const namedSteering = (documents: readonly SteeringDocument[]): string =>
  documents
    .filter(({ text }) => text === null)
    .map((document) => `- \`${document.path}\`: ${reasonOf(document)}`)
    .join('\n')

function reasonOf({ when, omitted }: SteeringDocument): string {
  switch (when.inclusion) {
    case 'always':
      return omitted === 'link'
        ? 'a link; read it, if you may'
        : `left out, because all of them together are longer than ${MAX_STEERING_BYTES / 1000} KB; read it`
    case 'fileMatch':
      return `read it before you work on files that match ${when.patterns.map((pattern) => `\`${pattern}\``).join(', ')}`
    case 'manual':
      return 'read it only where your instructions or the description name it'
    case 'auto':
      return `read it if this concerns your work: ${when.about}`
    default:
      return when satisfies never
  }
}
