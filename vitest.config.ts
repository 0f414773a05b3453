import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'desktop/src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/browser/**', 'test/agents/**'],
    pool: 'forks',
    // Most of a test is waiting for processes: with one file at a time a core is idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: 0,
  },
})
