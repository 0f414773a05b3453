import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/long-first.ts'

export default defineConfig({
  test: {
    include: ['test/fleet/**/*.test.ts'],
    globalSetup: ['test/fleet/world/postgres.ts'],
    pool: 'forks',
    // They wait for leases most of the time.
    maxWorkers: availableParallelism() + 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    retry: 0,
    sequence: { sequencer: LongFirst },
    expect: { poll: { timeout: 120_000 } },
  },
})
