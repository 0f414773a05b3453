import type { AgentEvent } from '../../contracts/agent-events.ts'
import type { Now } from '../../contracts/views/now.ts'
import { shortened } from '../words/shortened.ts'
import { COMMANDS, subjectOf, type Subject } from './tool-summary.ts'

/** What an agent is doing, by its last event; paths are still as the agent wrote them. */
export type Doing = Pick<Now, 'verb' | 'target'>

const THINKING: Doing = { verb: 'think', target: null }

const MAX_TARGET = 100
/** No path is longer than this. */
const MAX_READ = 4096

/** Tool names of the agent CLIs, reduced to lowercase letters. */
const TOOLS: Partial<Record<Now['verb'], readonly string[]>> = {
  edit: ['edit', 'multiedit', 'notebookedit', 'applypatch', 'patch', 'replace', 'strreplace'],
  write: ['write', 'writefile', 'create', 'createfile'],
  read: [
    'read',
    'readfile',
    'readmanyfiles',
    'view',
    'ls',
    'list',
    'listdirectory',
    'notebookread',
  ],
  search: [
    'grep',
    'glob',
    'search',
    'searchfilecontent',
    'websearch',
    'webfetch',
    'fetch',
    'googlewebsearch',
  ],
  run: ['bash', 'shell', 'execute', 'runshellcommand', 'terminal', 'exec'],
}

const VERBS = new Map(
  Object.entries(TOOLS).flatMap(([verb, names]) =>
    names.map((name) => [name, verb as Now['verb']] as const),
  ),
)

/**
 * A tool stays the current activity after its result, because the agent still thinks about it. Only
 * a command that has finished is no longer running.
 */
export function doingAfter(doing: Doing | null, event: AgentEvent): Doing | null {
  switch (event.type) {
    case 'tool-call':
      return doingOf(event.name, event.input)
    case 'session-started':
    case 'text':
    case 'thinking':
      return doing?.verb === 'think' ? doing : THINKING
    case 'tool-result':
      return afterResult(doing)
    case 'ended':
      return null
    case 'permission-denied':
    case 'permission-asked':
    case 'permission-answered':
    case 'usage':
    case 'quota-reached':
    case 'retry-after':
    case 'retrying':
    case 'unknown':
      return doing
    default:
      return event satisfies never
  }
}

export const afterResult = (doing: Doing | null): Doing | null =>
  doing?.verb === 'run' ? THINKING : doing

function doingOf(tool: string, input: unknown): Doing {
  const subject = subjectOf(input)
  const verb = VERBS.get(tool.toLowerCase().replaceAll(/[^a-z]/g, '')) ?? verbFor(subject)
  if (verb === 'use') return { verb, target: plain(tool) || null }
  return { verb, target: plain(subject?.value ?? '') || null }
}

const verbFor = (subject: Subject | null): Now['verb'] =>
  subject !== null && COMMANDS.has(subject.field) ? 'run' : 'use'

/** One line, without characters that could reorder or hide text. */
const plain = (text: string): string =>
  text
    .slice(0, MAX_READ)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()

interface Roots {
  /** The agent's working directory. */
  folder: string
  /** The item's documents, relative to the working directory. */
  documents: string
}

/** The target for display: paths relative to the agent's folders, and not too long. */
export function shownTarget({ verb, target }: Doing, { folder, documents }: Roots): string | null {
  if (target === null) return null
  const near = target
    .replaceAll(`${folder}/`, '')
    .replaceAll(`${documents}/`, '')
    .replace(/^cd \S+ && /, '')
  if (near.length <= MAX_TARGET) return near === folder ? '.' : near
  const isPath = verb === 'edit' || verb === 'write' || verb === 'read'
  return isPath ? `…${near.slice(1 - MAX_TARGET)}` : shortened(near, MAX_TARGET)
}
