import { defineConfig } from 'vitest/config'

/** Real Chromium against the real host. A page needs its own core: two files at a time. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Its own limit of a second is too short for a machine that is busy.
    expect: { poll: { timeout: 120_000 } },
    retry: 0,
    globalSetup: ['test/browser/world/temp-folder.ts'],
  },
})
