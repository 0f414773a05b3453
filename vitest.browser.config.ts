import { defineConfig } from 'vitest/config'

/** Real Chromium against the real host. A page needs a core of its own: two files at a time. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    retry: 0,
    // A second is too little on a machine that is busy.
    expect: { poll: { timeout: 60_000 } },
  },
})
