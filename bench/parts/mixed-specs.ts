import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  approvalFile,
  delta,
  design,
  flatTasks,
  kiroTasks,
  openspecTasks,
  proposal,
  requirements,
  specJson,
  specKitSpec,
  specKitTasks,
  workflowTasks,
} from '../../src/testkit/formats/texts.ts'

type Files = Record<string, string>

const three = (tasks: string): Files => ({
  'requirements.md': requirements(),
  'design.md': design(),
  'tasks.md': tasks,
})

/** One item of each tool; the number decides how much of it is done. */
const MAKERS: readonly ((at: number) => Files)[] = [
  (at) =>
    under(`.kiro/specs/feature-${at}`, {
      ...three(flatTasks({ done: at % 25 })),
      'spec.json': specJson({ phase: at % 2 === 0 ? 'implemented' : 'tasks-approved' }),
    }),
  (at) => under(`.kiro/specs/area-${at % 7}/Feature ${at}`, three(kiroTasks({ done: at % 25 }))),
  (at) =>
    under(`specs/${String(at).padStart(3, '0')}-feature`, {
      'spec.md': specKitSpec(),
      'plan.md': design(),
      'tasks.md': specKitTasks({ done: at % 25 }),
    }),
  (at) =>
    under(
      `openspec/changes/${at % 5 === 3 ? '' : `archive/2025-01-${10 + (at % 20)}-`}change-${at}`,
      {
        'proposal.md': proposal,
        'tasks.md': openspecTasks({ done: at % 16 }),
        'specs/search/spec.md': delta,
      },
    ),
  (at) => ({
    ...under(`.spec-workflow/specs/feature-${at}`, three(workflowTasks({ done: at % 9 }))),
    [`.spec-workflow/approvals/feature-${at}/approval_1.json`]: approvalFile(
      `feature-${at}/requirements.md`,
      'approved',
    ),
  }),
]

const under = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]))

/** Creates a repository with `count` specs of five tools. */
export function writeMixedSpecs(project: string, count: number): void {
  for (let at = 0; at < count; at++)
    for (const [path, text] of Object.entries(MAKERS[at % MAKERS.length]?.(at) ?? {})) {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), text)
    }
}
