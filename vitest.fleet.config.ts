import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/fleet/**/*.test.ts'],
    globalSetup: ['test/fleet/postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    retry: 0,
    expect: { poll: { timeout: 120_000 } },
  },
})
