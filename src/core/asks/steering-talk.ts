import { STEERING_NAMES, type SteeringName } from '../../contracts/views/steering.ts'
import { quoted, READ_ONLY, type AskedOf } from './ask-prompt.ts'

const WHAT: Readonly<Record<SteeringName, string>> = {
  'product.md': 'what this is and for whom, what it does, what it deliberately does not, its words',
  'tech.md':
    'languages, frameworks and libraries with their versions, how it is built, run, tested and checked (the exact commands), rules that the tools do not enforce',
  'structure.md':
    'where things are, how folders and files are named, which part may use which, the pattern that new code follows',
}

/** Asks an agent for the steering documents. Its proposal counts only once the user accepts it. */
export function steeringPrompt({ text, turn, language }: AskedOf): string {
  if (turn > 1)
    return `A further message about the steering documents. The same rules and the same form hold: answer with all three documents, whole.\n\n${quoted(text)}`
  return `# Write the steering documents of this project

Steering documents are the project's memory: every agent that works here gets them. Look at the code,
the documents and the configuration, and at \`.kiro/steering/\`, \`AGENTS.md\` and \`CLAUDE.md\` where they
exist. Then propose these three:

${STEERING_NAMES.map((name) => `- \`${name}\`: ${WHAT[name]}`).join('\n')}

- One that exists is renewed: keep its front matter and every word that is still true, above all what
  people plainly wrote; change what the code contradicts, add what is missing.
- Write what a newcomer could not guess and what does not change every week. Patterns, not lists of
  files. No secrets, no keys, no addresses of people. At most about 150 lines each.
- State only what you have seen. What is unclear is left out.

Answer with the three documents, whole, each between these two lines, and with nothing after them:

${openingLine('product.md')}
…
${CLOSING_LINE}

Write in ${language === 'ja' ? 'Japanese' : 'the language of what is there, otherwise in English'}.
${READ_ONLY}

${quoted(text)}`
}

const openingLine = (name: string): string => `<document name="${name}">`
const CLOSING_LINE = '</document>'

/** The proposed documents, without those that are cut off or empty. */
export function readSteeringAnswer(answer: string): ReadonlyMap<SteeringName, string> {
  const found = new Map<SteeringName, string>()
  let open: { name: SteeringName; lines: string[] } | null = null
  for (const line of answer.split(/\r?\n/)) {
    const name = STEERING_NAMES.find((one) => line.trim() === openingLine(one))
    if (name !== undefined) open = { name, lines: [] }
    else if (open !== null && line.trim() === CLOSING_LINE) {
      const text = open.lines.join('\n').trim()
      if (text !== '') found.set(open.name, `${text}\n`)
      open = null
    } else open?.lines.push(line)
  }
  return found
}
