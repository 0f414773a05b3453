import { defineConfig, mergeConfig } from 'vitest/config'
import { compiledProduct } from './test/compiled-product.ts'

const config = defineConfig({
  test: {
    include: ['test/agents/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Its own limit of a second is too short for a machine that is busy.
    expect: { poll: { timeout: 120_000 } },
    retry: 0,
  },
})

export default mergeConfig(config, compiledProduct)
