import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ItemReport, ProjectReport } from '../../../contracts/views/report.ts'
import { EXIT } from '../../exit-codes.ts'
import type { CommandDetails, Invocation } from '../../command.ts'
import { describe } from '../../../host/files/errno.ts'
import type { JsonLine } from '../../output.ts'
import { Refused, UsageError } from '../../problems.ts'
import { existingItem, openProjectContext, type ProjectContext } from '../../project.ts'
import { htmlReport } from '../../reports/html-report.ts'
import { itemPage } from '../../reports/item-page.ts'
import { projectPage } from '../../reports/project-page.ts'
import type { ReportPage } from '../../reports/report-page.ts'
import { textReport } from '../../reports/text-report.ts'
import { throughHost } from '../../serve/host-access.ts'
import { nameKey } from '../../words/name-key.ts'

const DEFAULT_SINCE = '12h'

export const command: CommandDetails = {
  help: `
With a name: how that spec went over all of its runs: verdict, tasks, review rounds, checks, files,
time, cost, what was decided for you, and what to do next.

Without a name: what happened in the project lately, and what needs you now. --since is a time span
(12h, 2d, 1w) or a date (2026-03-01, 2026-03-01T18:00); default: 12h.

--html writes the same as one file that opens in any browser, offline.`,
  options: {
    since: { value: 'TIME', help: 'all specs and bugs, since this time: 12h, 2d, 1w or a date' },
    html: { value: 'FILE', help: 'write it as an HTML file' },
  },
  async run(invocation) {
    const [name] = invocation.positionals
    const since = invocation.text('since')
    if (name !== undefined && since !== undefined)
      throw new UsageError('--since is about all items', 'Leave out the name, or leave out --since')
    const context = openProjectContext(invocation)
    const page =
      name === undefined
        ? await ofProject(invocation, context, since ?? DEFAULT_SINCE)
        : await ofItem(invocation, context, name)
    const file = invocation.text('html')
    if (file !== undefined) writeHtml(invocation, page, file)
    else if (!invocation.output.isJson)
      for (const line of textReport(page)) invocation.output.say(line)
    return EXIT.completed
  },
}

async function ofItem(
  { output }: Invocation,
  context: ProjectContext,
  name: string,
): Promise<ReportPage> {
  const item = existingItem(context, name)
  const reply = await throughHost(context, (api) => api.call('report', { item }))
  if (!reply.ok) throw new Refused(reply.error)
  output.data(published(reply.value))
  return itemPage(reply.value, context)
}

async function ofProject(
  { output }: Invocation,
  context: ProjectContext,
  typed: string,
): Promise<ReportPage> {
  const since = sinceTyped(typed)
  const reply = await throughHost(context, (api) => api.call('projectReport', { since }))
  if (!reply.ok) throw new Refused(reply.error)
  output.data(publishedProject(reply.value))
  return projectPage(reply.value)
}

/** A date without a time zone is local time. */
function sinceTyped(text: string): string {
  if (/^\d{1,4}[hdw]$/.test(text)) return text
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const at = new Date(isDay ? `${text}T00:00` : text)
  if (!/^\d{4}-/.test(text) || Number.isNaN(at.getTime()))
    throw new UsageError(
      `${text || 'An empty text'} is not a time`,
      'For example: --since 12h, --since 2d or --since 2026-03-01',
    )
  return at.toISOString()
}

const published = ({ item, ...report }: ItemReport): JsonLine => ({
  type: 'report',
  [nameKey(item)]: item.name,
  ...report,
})

const publishedProject = ({ lines, ...report }: ProjectReport): JsonLine => ({
  type: 'report',
  ...report,
  items: lines.map(({ item, ...line }) => ({ [nameKey(item)]: item.name, ...line })),
})

function writeHtml({ output }: Invocation, page: ReportPage, file: string): void {
  const path = resolve(file)
  try {
    writeFileSync(path, htmlReport(page))
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${describe(error)}`)
  }
  output.say(`Written: ${path}`)
}
