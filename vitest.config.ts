import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'desktop/src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/browser/**', 'test/agents/**'],
    pool: 'forks',
    // Most of a test is waiting for processes: with a file for each core the cores are often idle.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Its own limit of a second is too short for a machine that is busy.
    expect: { poll: { timeout: 120_000 } },
    retry: 0,
  },
})
