import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { compiledProduct } from './test/compiled-product.ts'
import { LongFirst } from './test/long-first.ts'

/** They start no process and keep nothing: all of them can share one. */
const PURE = ['contracts', 'core', 'client', 'web'].map((folder) => `src/${folder}/**/*.test.ts`)
const OTHERS = ['src/**/*.test.ts', 'test/**/*.test.ts', 'desktop/src/**/*.test.ts']

const GATES_OF_THEIR_OWN = ['browser', 'agents', 'fleet'].map((gate) => `test/${gate}/**`)

const config = defineConfig({
  test: {
    pool: 'forks',
    // Most of a test is waiting for processes: with a file for each core the cores are often idle.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Its own limit of a second is too short for a machine that is busy.
    expect: { poll: { timeout: 120_000 } },
    retry: 0,
    setupFiles: ['test/seed.ts'],
    sequence: { sequencer: LongFirst },
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      {
        extends: true,
        test: {
          name: 'others',
          include: OTHERS,
          exclude: [...configDefaults.exclude, ...PURE, ...GATES_OF_THEIR_OWN],
        },
      },
    ],
  },
})

export default mergeConfig(config, compiledProduct)
