import type { AskAbout } from '../../../contracts/views/asks.ts'
import type { Messages } from '../../i18n/messages.ts'

export const titleOf = ({ ask }: Messages, about: AskAbout): string =>
  about === 'plan' ? ask.planTitle : about === 'project' ? ask.projectTitle : ask.title(about.name)
