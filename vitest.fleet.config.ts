import { availableParallelism } from 'node:os'
import { defineConfig, mergeConfig } from 'vitest/config'
import { compiledProduct } from './test/compiled-product.ts'
import { LongFirst } from './test/long-first.ts'

const config = defineConfig({
  test: {
    include: ['test/fleet/**/*.test.ts'],
    globalSetup: ['test/fleet/world/postgres.ts'],
    pool: 'forks',
    // They wait for leases most of the time.
    maxWorkers: availableParallelism() + 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    retry: 0,
    sequence: { sequencer: LongFirst },
    expect: { poll: { timeout: 120_000 } },
  },
})

export default mergeConfig(config, compiledProduct)
