import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A file that begins last and takes a minute leaves the other cores idle: these go first. */
const LONG =
  /test\/(kill9|hostile|simulation|package)\/|\/(many-specs|disk-faults|checked-runs|recover-runs|twenty-items|floods|json-output|demo|serve)\.test\.ts$/

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
