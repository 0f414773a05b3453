import { availableParallelism } from 'node:os'
import { defineConfig, mergeConfig } from 'vitest/config'
import { compiledProduct } from './test/compiled-product.ts'
import { LongFirst } from './test/long-first.ts'

/** Real Chromium against the real host. */
const config = defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    pool: 'forks',
    // A page waits for its agents now and then: one file more than there are cores.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Its own limit of a second is too short for a machine that is busy.
    expect: { poll: { timeout: 120_000 } },
    retry: 0,
    sequence: { sequencer: LongFirst },
    // The files of a process share their modules and one browser.
    isolate: false,
    globalSetup: ['test/browser/world/temp-folder.ts'],
  },
})

export default mergeConfig(config, compiledProduct)
