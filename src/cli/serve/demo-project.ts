import {
  bugItem,
  specItem,
  specNamed,
  type ItemName,
  type SpecItem,
} from '../../contracts/work-item.ts'
import { BUILT_IN_AGENT } from '../../core/agents/agent-table.ts'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { resolveExecutable } from '../../host/agents/process/executable.ts'
import { NotWritable, type ProjectFolders } from '../../host/project/folders.ts'
import { readStatuses } from '../../host/items/spec-status.ts'
import { readTrust } from '../../host/trust/findings.ts'
import { decideTrust } from '../../host/trust/trust-file.ts'
import { UsageError } from '../problems.ts'

/** Distinguishes a demo from a real project. */
const MARKER = join('.kiro', 'demo.json')
const FEATURE = 'pomodoro-timer'

export const DEMO_DESCRIPTION = `A pomodoro timer for the terminal.
It counts 25 minutes of work and 5 minutes of break.
It shows how many rounds were done today.`

const FILES: Record<string, string> = {
  [MARKER]: `${JSON.stringify({ demo: 'sdd-orchestrator' }, null, 2)}\n`,
  [join('.kiro', 'sdd-orchestrator.json')]:
    `${JSON.stringify({ agent: BUILT_IN_AGENT }, null, 2)}\n`,
  [join('.kiro', 'steering', 'product.md')]: `# Product

A small set of tools for people who work at the terminal. Each tool does one thing, needs no
account and no network, and can be understood in an afternoon.

# Tech

JavaScript modules for Node, no packages. Tests are run with \`node --test\`.
`,
  'README.md': `# Demo of SDD Orchestrator

Written by \`sdd demo\`. The specs are in \`.kiro/specs\`; the simulated agent wrote everything else.
`,
}

/** Writes the demo into the folder, or reuses the demo that is there. */
export function prepareDemo(dir: string | null, env: NodeJS.ProcessEnv): string {
  const folder = dir ?? mkdtempSync(join(tmpdir(), 'sdd-demo-'))
  if (existsSync(join(folder, MARKER))) return folder
  if (existsSync(folder) && !isEmpty(folder))
    throw new UsageError(
      `${folder} is not empty and is not a demo`,
      'Give a new or empty folder with --dir, or omit --dir',
    )
  try {
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
  } catch (error) {
    throw new NotWritable(folder, error)
  }
  // It contains only what we have just written; what is above it is not ours.
  const found = readTrust({ projectDir: folder, env, spec: null }).findings
  const findings = found.filter(({ id }) => !isAbsolute(id))
  decideTrust(folder, env, { decision: 'trusted', findings, at: new Date() })
  initGit(folder, env)
  return folder
}

export const DEMO_BUG = {
  item: bugItem('double-count' as ItemName),
  description: 'A round that is finished with two quick key presses is counted twice.',
}

/** How long the demo's questions wait for an answer before it continues with the suggestions. */
export const answerMinutesOf = (isFast: boolean): number => (isFast ? 0.02 : 1)

/** The demo's unfinished spec, or a new one when all are finished. */
export function demoSpec(folders: ProjectFolders): { item: SpecItem; isNew: boolean } {
  const statuses = readStatuses(folders, 'spec')
  const unfinished = statuses.find(({ run }) => run.status !== 'completed')
  if (unfinished) return { item: specItem(unfinished.item.name), isNew: false }
  const number = statuses.length + 1
  const name = number === 1 ? FEATURE : `${FEATURE}-${number}`
  return { item: specNamed(name), isNew: true }
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch (error) {
    throw new NotWritable(folder, error)
  }
}

/** With an identity of its own: needs and changes no setting of the user. */
function initGit(folder: string, env: NodeJS.ProcessEnv): void {
  const git = resolveExecutable({ command: () => ({ executable: 'git', program: null }) }, env)
  if (!git.ok) return
  const own = Object.entries({
    'user.name': 'SDD demo',
    'user.email': 'demo@localhost',
    'commit.gpgsign': 'false',
    'core.hooksPath': '/dev/null',
    'init.defaultBranch': 'main',
  }).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  // Inside a git hook these variables would point git to the other repository.
  const clean = Object.entries(env).filter(([name]) => !name.startsWith('GIT_'))
  const options = { cwd: folder, env: Object.fromEntries(clean), stdio: 'ignore' as const }
  for (const args of [['init'], ['add', '--all'], ['commit', '--message', 'Demo project']])
    execFileSync(git.value.path, [...own, ...args], options)
}
