import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const firstModules = new Set<string>()
/** Both catalogues use it: it would be a file of its own. */
const isShared = (id: string): boolean => id.endsWith('/i18n/clock.ts')

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), tailwindcss(), notingFirstModules(), namingWords()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // A style sheet that failed to load once is not asked for again.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'THIRD-PARTY.md' },
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      output: {
        // By itself the bundler cuts what the page begins with into fifteen files, each a request.
        codeSplitting: {
          groups: [{ name: 'first', test: (id) => firstModules.has(id) || isShared(id) }],
        },
      },
    },
  },
})

/** What is needed before anything is on the screen. */
function notingFirstModules(): Plugin {
  return {
    name: 'noting-first-modules',
    buildEnd() {
      for (const id of this.getModuleIds())
        if (this.getModuleInfo(id)?.isEntry === true) firstModules.add(id)
      for (const id of firstModules)
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) firstModules.add(next)
    },
  }
}

/** Where `public/words-first.js` finds the words of each language. */
function namingWords(): Plugin {
  return {
    name: 'naming-words',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const named = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' && /^(en|ja)$/.test(file.name)
            ? [` data-${file.name}="/${file.fileName}"`]
            : [],
        )
        return html.replace('<html lang="en"', (tag) => tag + named.join(''))
      },
    },
  }
}
