import type { Messages } from '../../i18n/messages.ts'

export const phaseName = ({ common }: Messages, phase: string): string =>
  phase === 'document-review-reply'
    ? common.reply
    : ((common.phases as Record<string, string>)[phase] ?? phase)
