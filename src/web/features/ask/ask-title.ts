import type { AskAbout } from '../../../contracts/views/asks.ts'
import type { Messages } from '../../i18n/messages.ts'

export const titleOf = ({ ask }: Messages, about: AskAbout): string =>
  typeof about === 'string' ? TITLES[about](ask) : ask.title(about.name)

const TITLES: Readonly<Record<Extract<AskAbout, string>, (ask: Messages['ask']) => string>> = {
  plan: ({ planTitle }) => planTitle,
  project: ({ projectTitle }) => projectTitle,
  steering: ({ steering }) => steering.title,
}
