import type { Plan } from '../../contracts/views/asks.ts'

/** The result of a planning dialogue; null while the agent still asks. */
export function readPlan(answer: string): Plan | null {
  const description = sectionOf(answer, 'Description')
  if (description === '') return null
  const decisions = sectionOf(answer, 'Decisions')
    .split('\n')
    .map((line) => /^\s*[-*]\s+(.*)$/.exec(line)?.[1]?.trim() ?? '')
    .filter((line) => line !== '')
  return { description, decisions }
}

function sectionOf(text: string, title: string): string {
  const lines = text.split(/\r?\n/)
  const at = lines.findIndex((line) => new RegExp(`^##\\s+${title}\\s*$`, 'i').test(line))
  if (at === -1) return ''
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => /^##\s/.test(line))
  return rest
    .slice(0, end === -1 ? undefined : end)
    .join('\n')
    .trim()
}

/** The description of a new spec, including what was decided. */
export const planText = ({ description, decisions }: Plan): string =>
  decisions.length === 0
    ? description
    : `${description}\n\nDecided:\n${decisions.map((line) => `- ${line}`).join('\n')}`
