import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ViteUserConfig } from 'vitest/config'

const SOURCES = fileURLToPath(new URL('../src', import.meta.url))
const COMPILED = fileURLToPath(new URL('../.cache/compiled', import.meta.url))
const PRODUCT =
  /^(agent-bridge|cli|client|contracts|core|fleet|host|simulated-agent)\/(?!.*\.test\.ts$).*\.ts$/

/** Loading our modules takes Vitest a second of CPU from the sources, Node half of that. */
export const compiledProduct: ViteUserConfig =
  // Set only right after a build: sources changed since then would not be tested.
  process.env['SDD_COMPILED'] === undefined
    ? {}
    : {
        plugins: [{ name: 'compiled-product', enforce: 'pre', resolveId: compiledFile }],
        test: { server: { deps: { external: [/\/\.cache\/compiled\//] } } },
      }

function compiledFile(source: string, importer: string | undefined): string | null {
  if (importer === undefined || !source.startsWith('.')) return null
  const path = relative(SOURCES, resolve(dirname(importer), source))
  return PRODUCT.test(path) ? join(COMPILED, path.replace(/\.ts$/, '.js')) : null
}
