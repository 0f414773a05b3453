import { AGENT_PHASES } from '../../contracts/phases.ts'
import { AGENTS } from '../../core/agents/agent-table.ts'

/** Skills that every agent but claude reads. */
const COMMON = '.agents'

type Where = 'here' | 'repository' | 'above' | 'below' | 'texts'

const allOf = (where: Where): string[] => [
  ...new Set(AGENTS.flatMap(({ projectFiles }) => projectFiles[where])),
]

/** What the agents' programs look for, by where they look. */
export const ABOVE = allOf('above')
export const REPOSITORY = [...allOf('repository'), COMMON, ...ABOVE]
export const HERE = [...allOf('here'), ...REPOSITORY]
export const BELOW = allOf('below')
export const TEXTS = allOf('texts')

/** What the programs install themselves is not looked at. */
export const INSTALLED = new Set(AGENTS.flatMap(({ projectFiles }) => projectFiles.installed ?? []))

/** Of a named folder that contains the working folder, only these are loaded. */
export const NAMED_PARTS = AGENTS.flatMap(({ projectFiles }) => projectFiles.namedParts ?? [])

/** Paths that count only in a folder that has another one too. */
export const ONLY_BESIDE: Readonly<Record<string, string>> = Object.assign(
  {},
  ...AGENTS.map(({ projectFiles }) => projectFiles.onlyBeside ?? {}),
)

/** Files and folders that a program loads because this file of its own names them. */
export const namedIn = (path: string, text: string): string[] =>
  AGENTS.flatMap(({ projectFiles: { here, repository, named } }) => {
    const isOwn = [...here, ...repository].some((own) => path === own || path.startsWith(`${own}/`))
    return isOwn ? (named?.(text) ?? []) : []
  })

const PROMPT_NAMES = [...AGENT_PHASES, 'instructions', 'nudge'].map((name) => `${name}.md`)

/** The folder of parts for the prompts of every phase; each phase also has its own folder. */
export const PARTS_OF_ALL = 'all'

/** The second is where Kiro keeps its own prompts, and where earlier versions kept ours. */
export const PROMPT_FOLDERS = ['.kiro/sdd/prompts', '.kiro/prompts'] as const

export const PROMPT_PATHS = [
  ...PROMPT_FOLDERS.flatMap((folder) => PROMPT_NAMES.map((name) => `${folder}/${name}`)),
  ...[PARTS_OF_ALL, ...AGENT_PHASES].map((name) => `${PROMPT_FOLDERS[0]}/${name}`),
]
