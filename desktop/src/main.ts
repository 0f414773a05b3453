import { app, BrowserWindow, dialog, Menu, shell, Tray } from 'electron'
import { fileURLToPath } from 'node:url'
import { startShell } from './shell.ts'

const asset = (name: string): string => fileURLToPath(new URL(`../assets/${name}`, import.meta.url))

// The first argument is Electron's own when it runs from a folder, as `electron .` does.
const [dir] = process.argv.slice(app.isPackaged ? 1 : 2)

void startShell(
  { app, BrowserWindow, dialog, Menu, shell, Tray },
  {
    host: {
      command: process.env['SDD_COMMAND'] ?? 'sdd',
      args: ['serve', '--no-open', '--json', ...(dir === undefined ? [] : [dir])],
    },
    icons: { window: asset('icon.png'), tray: asset('tray.png') },
  },
)
