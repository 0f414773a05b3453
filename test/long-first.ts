import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Long files run first: one that starts last would leave the other cores idle. */
const LONG =
  /test\/(kill9|hostile|simulation|package)\/|\/(many-specs|disk-faults|checked-runs|recover-runs|twenty-items|floods|json-output|demo|serve|contract|kept-bytes|odd-names|deploy|dead-ends|screens|keyboard|keyboard-acts|conformance-fleet|access|lost-workers|crash-points|cuts|zombies)\.test\.ts$/

const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId)

/** Keeps each project together: a shared process ends when another project's file follows. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const inTurn = [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
    const projects = [...new Set(inTurn.map(({ project }) => project))]
    return projects.flatMap((one) => inTurn.filter(({ project }) => project === one))
  }
}
