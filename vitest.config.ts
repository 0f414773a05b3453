import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'desktop/src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/browser/**', 'test/agents/**'],
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: 0,
  },
})
