import { BUILT_IN_AGENT } from '../../core/agents/agent-table.ts'
import { resolve } from 'node:path'
import { settingsFrom } from '../../host/config/settings.ts'
import { throughHost } from '../serve/host-access.ts'
import type { CommandDetails, Invocation } from '../command.ts'
import { DemoPage } from '../serve/demo-page.ts'
import {
  answerMinutesOf,
  DEMO_BUG,
  DEMO_DESCRIPTION,
  demoSpec,
  prepareDemo,
} from '../serve/demo-project.ts'
import { EXIT } from '../exit-codes.ts'
import { runInForeground } from '../run/foreground-run.ts'
import { Refused } from '../problems.ts'
import { readStatuses } from '../../host/items/spec-status.ts'
import { ofKind, projectAt, type ProjectContext } from '../project.ts'
import { commandLine } from '../words/commands/command-line.ts'

export const command: CommandDetails = {
  help: `
Creates a small project and runs a spec from start to finish with the simulated agent, then a bug
from its report to a verified fix. No agent CLI or key is needed, and your configuration is not
changed. The spec begins with two questions for you; after a minute without an answer it continues
with the suggestions. You will see a review loop, and impl running again because its first run leaves
tasks open. A browser window shows the same; in a terminal you can use it until you press Ctrl+C.`,
  options: {
    dir: { value: 'DIR', help: 'a new or empty folder, or an earlier demo; default: a new one' },
    fast: { value: null, help: 'without pauses' },
    'no-open': { value: null, help: 'print the link without opening a window' },
    exit: { value: null, help: 'exit when the run ends (always without a terminal)' },
  },
  async run(invocation) {
    const { output, env } = invocation
    const given = invocation.text('dir') ?? invocation.text('project')
    const dir = prepareDemo(given === undefined ? null : resolve(given), env)
    const settings = settingsFrom({
      agent: BUILT_IN_AGENT,
      answerMinutes: answerMinutesOf(invocation.has('fast')),
      [BUILT_IN_AGENT]: { fast: invocation.has('fast') },
    })
    const context = { ...projectAt(dir, true), settings, env }
    output.say(`Demo project: ${dir}`)
    const page = await DemoPage.open(context, output)
    try {
      await page.show(!invocation.has('no-open'))
      const code = await play(context, invocation)
      const isLeaving = code !== EXIT.completed || invocation.has('exit')
      return isLeaving ? code : await page.stay(code)
    } finally {
      await page.close()
    }
  },
}

async function play(context: ProjectContext, { output }: Invocation): Promise<number> {
  const { item, isNew } = demoSpec(context.folders)
  if (isNew) {
    const input = { item, description: DEMO_DESCRIPTION, language: null, clarify: 'ask' as const }
    const reply = await throughHost(context, (api) => api.call('create', input))
    if (!reply.ok) throw new Refused(reply.error)
  }
  output.say(`The simulated agent takes ${item.name} from an idea to inspected code:\n`)
  const code = await runInForeground(context, output, {
    item,
    begin: (api) => api.call('start', { item, go: [], nogo: [], agent: null }),
  })
  if (code !== EXIT.completed) return code
  const fixed = await playBug(context, output)
  if (fixed !== EXIT.completed) return fixed
  const { projectDir } = context.folders
  const { typed } = context
  output.say(`
What it created:
  ${projectDir}/.kiro/specs/${item.name}    requirements, design, tasks, reviews, inspection
  ${projectDir}/.kiro/bugs/${DEMO_BUG.item.name}    report, analysis, fix, verification
  ${projectDir}/src    the code that the simulated agent wrote

Try next:
  ${typed('status', item.name)}
  ${typed('log', item.name)}
  ${typed('reject', item.name, 'design', '--reason', 'Use fewer parts')}
  ${typed('run', item.name)}
In your own project:
  ${commandLine('doctor')}
  ${commandLine('new', 'my-feature', '--description', 'What you want to build')}
  ${commandLine('run', 'my-feature')}`)
  return code
}

/** Runs the bug to a verified fix; one that an earlier demo has fixed is left as it is. */
async function playBug(context: ProjectContext, output: Invocation['output']): Promise<number> {
  const { item, description } = DEMO_BUG
  const known = readStatuses(context.folders, 'bug').find((bug) => bug.item.name === item.name)
  if (known?.run.status === 'completed') return EXIT.completed
  if (known === undefined) {
    const input = { item, description, language: null }
    const reply = await throughHost(context, (api) => api.call('create', input))
    if (!reply.ok) throw new Refused(reply.error)
  }
  output.say(`\nThen it takes the bug ${item.name} from its report to a verified fix:\n`)
  return runInForeground({ ...context, ...ofKind(context, 'bug') }, output, {
    item,
    begin: (api) => api.call('start', { item, go: [], nogo: [], agent: null }),
  })
}
