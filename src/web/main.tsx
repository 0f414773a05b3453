import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LiveConnection } from '../client/live-connection.ts'
import { App } from './app/App.tsx'
import './app/app.css'
import { preloadParts } from './app/parts/preload-parts.ts'
import { wire } from './app/apply-news.ts'
import { firstWords, followLanguage } from './app/follow-language.ts'
import { placeOf } from './app/routes.ts'
import { useProjects } from './features/projects/projects-store.ts'
import { sayWithoutWords } from './app/without-words.ts'
import { onNewKey, storedKey } from './features/connection/kept-session-key.ts'
import { WithWords } from './i18n/WithWords.tsx'
import { applyPreferences } from './features/preferences/preferences-store.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root')

applyPreferences()
useProjects.getState().expect(placeOf(window.location.pathname).project)
const connection = new LiveConnection({ url: window.location.origin, key: storedKey })
onNewKey(() => connection.retry())
wire(connection)
followLanguage()
// No top-level await: the bundler would split the page into seventy files.
void firstWords(() => sayWithoutWords(root)).then(() => {
  root.replaceChildren()
  createRoot(root).render(
    <StrictMode>
      <WithWords>
        <App />
      </WithWords>
    </StrictMode>,
  )
  preloadParts()
})
