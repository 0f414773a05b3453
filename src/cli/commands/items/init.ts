import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readSuggestions } from '../../../host/checks/declared-checks.ts'
import { PROJECT_CONFIG } from '../../../host/config/load-config.ts'
import { LinkRefused, makeFolder, writeNewFile } from '../../../host/files/own-files.ts'
import { findSteering } from '../../../host/doctor/steering-found.ts'
import { findGitRoot } from '../../../host/project/find-project.ts'
import {
  listBugs,
  listSpecs,
  NotWritable,
  type ProjectFolders,
} from '../../../host/project/folders.ts'
import { aligned } from '../../command-help.ts'
import type { CommandDetails } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { loadConfigAndWarn, locateProject, type Project } from '../../project.ts'
import { counted } from '../../words/counted.ts'
import { oneLine } from '../../words/safe-text.ts'

export const command: CommandDetails = {
  help: `
Prepares a project: creates .kiro/specs, a configuration (.kiro/sdd-orchestrator.json) and
.kiro/.gitignore, and says what it found and what to do next. Existing files are kept, so it can
be repeated. Without it everything works too: the first spec creates what it needs.`,
  options: {},
  async run(invocation) {
    const { output, env } = invocation
    const project = locateProject(invocation)
    loadConfigAndWarn(project, invocation)
    const created = create(project.folders)
    const found = inspectProject(project.folders, env)
    output.data({
      type: 'result',
      status: 'completed',
      dir: project.folders.projectDir,
      created,
      found,
    })
    if (output.isJson) return EXIT.completed
    for (const line of aligned(factsOf(project, found), '')) output.say(line)
    output.say(created.length === 0 ? 'Nothing had to be created' : `Created ${created.join(', ')}`)
    output.say('')
    output.say('Next:')
    for (const line of aligned(nextSteps(project, found))) output.say(line)
    return EXIT.completed
  },
}

/** Ready for the first check; it has no effect yet, so there is nothing to trust. */
const CONFIGURATION = `${JSON.stringify({ checks: [] }, null, 2)}\n`
/** Both folders also get a .gitignore of their own once they exist. */
const IGNORED = '/runtime/\n/worktrees/\n'

function create({ projectDir, kiroDir, specsDir }: ProjectFolders): string[] {
  const created: string[] = []
  const unlessThere = (path: string, make: () => void): void => {
    if (existsSync(path)) return
    make()
    created.push(relative(projectDir, path))
  }
  const config = join(projectDir, PROJECT_CONFIG)
  const ignore = join(kiroDir, '.gitignore')
  try {
    unlessThere(specsDir, () => makeFolder(specsDir))
    unlessThere(config, () => writeNewFile(config, CONFIGURATION, 0o644))
    unlessThere(ignore, () => writeNewFile(ignore, IGNORED, 0o644))
  } catch (error) {
    if (error instanceof LinkRefused) throw error
    throw new NotWritable(kiroDir, error)
  }
  return created
}

interface Found {
  git: boolean
  specs: number
  bugs: number
  /** Files that agents read about this project. */
  guidance: string[]
  /** Commands that could be checks but are not declared yet. */
  suggestedChecks: string[]
}

function inspectProject(folders: ProjectFolders, env: NodeJS.ProcessEnv): Found {
  const { projectDir } = folders
  const steering = findSteering(projectDir)
  return {
    git: findGitRoot(projectDir) !== null,
    specs: listSpecs(folders).length,
    bugs: listBugs(folders).length,
    guidance: [
      ...['AGENTS.md', 'CLAUDE.md'].filter((name) => existsSync(join(projectDir, name))),
      ...('refused' in steering ? [] : steering.map(({ path }) => path)),
    ],
    suggestedChecks: readSuggestions({ projectDir, env }).checks.map(({ name }) => name),
  }
}

const factsOf = ({ folders }: Project, found: Found): string[][] => [
  ['project', folders.projectDir],
  ['git', found.git ? 'a repository' : 'no repository; worktrees and deploy need one: git init'],
  ['items', `${counted(found.specs, 'spec')}, ${counted(found.bugs, 'bug')}`],
  [
    'guidance',
    oneLine(found.guidance.join(', ')) ||
      'none; what you write into .kiro/steering/*.md reaches every agent, sdd steering writes it',
  ],
  ['checks', oneLine(found.suggestedChecks.join(', ')) || 'nothing to suggest'],
]

const nextSteps = ({ typed }: Project, found: Found): string[][] => [
  [typed('doctor'), 'what is installed and what is missing'],
  ...(found.suggestedChecks.length === 0
    ? []
    : [[typed('checks', 'suggest', '--yes'), 'verify code with the commands found here']]),
  found.specs === 0
    ? [typed('new', 'my-feature', '--description', 'What you want to build'), 'create a spec']
    : [typed('status'), 'where every spec stands'],
  [typed(), 'open the page'],
]
