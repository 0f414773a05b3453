import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const firstModules = new Set<string>()
/** Both languages import it, so it would become a separate chunk. */
const isShared = (id: string): boolean => id.endsWith('/i18n/clock.ts')

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), tailwindcss(), collectFirstModules(), nameWords()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // A style sheet that failed to load once is never requested again.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'THIRD-PARTY.md' },
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      output: {
        // By default the bundler splits the initial code into fifteen files, each one a request.
        codeSplitting: {
          groups: [{ name: 'first', test: (id) => firstModules.has(id) || isShared(id) }],
        },
      },
    },
  },
})

/** Collects the modules that are needed for the first render. */
function collectFirstModules(): Plugin {
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

/** Tells `public/words-first.js` where the texts of each language are. */
function nameWords(): Plugin {
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
