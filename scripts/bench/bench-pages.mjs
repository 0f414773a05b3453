// What the benchmarks of the page need: a browser, the built page, and an empty React page to
// compare it with.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { findChromium } from '../installs/chromium.mjs'
import { compressPage } from '../build/compress-page.mjs'
import { root } from '../run.mjs'

/** Prepares `out`, which is laid out like the repository. False when there is no browser. */
export async function preparePages(out) {
  const chromium = await findChromium()
  if (chromium === null) return false
  process.env.SDD_CHROMIUM = chromium
  linkPage(join(out, 'dist', 'web'))
  await buildFloor(join(out, 'floor-page'))
  return true
}

function linkPage(link) {
  rmSync(link, { force: true })
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(root, 'dist', 'web'), link)
}

async function buildFloor(outDir) {
  await build({
    configFile: false,
    root: join(root, 'bench', 'parts', 'ui', 'ui-floor-page'),
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  })
  await compressPage(outDir)
}
