import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { compiledProduct } from './test/compiled-product.ts'
import { LongFirst } from './test/long-first.ts'

/** They start no process and keep nothing: all of them can share one. */
const PURE = ['contracts', 'core', 'client', 'web'].map((folder) => `src/${folder}/**/*.test.ts`)
/** They open no host of their own: one that watches folders may hear nothing where others were. */
const TOGETHER = [
  'src/{agent-bridge,cli,fleet,simulated-agent,testkit}/**/*.test.ts',
  'src/host/!(items)/**/*.test.ts',
  'test/{hostile,page,simulation}/**/*.test.ts',
  'test/*.test.ts',
]
const OTHERS = ['src/**/*.test.ts', 'test/**/*.test.ts', 'desktop/src/**/*.test.ts']

const GATES_OF_THEIR_OWN = ['browser', 'agents', 'fleet'].map((gate) => `test/${gate}/**`)

const config = defineConfig({
  test: {
    pool: 'forks',
    // Most of a test is waiting for processes: with a file for each core the cores are often idle.
    maxWorkers: availableParallelism() + 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Its own limit of a second is too short for a machine that is busy.
    expect: { poll: { timeout: 120_000 } },
    retry: 0,
    setupFiles: ['test/seed.ts'],
    sequence: { sequencer: LongFirst },
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      { extends: true, test: { name: 'together', include: TOGETHER, isolate: false } },
      {
        extends: true,
        test: {
          name: 'others',
          include: OTHERS,
          exclude: [...configDefaults.exclude, ...PURE, ...TOGETHER, ...GATES_OF_THEIR_OWN],
        },
      },
    ],
  },
})

export default mergeConfig(config, compiledProduct)
