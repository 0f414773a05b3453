// `npm start` plays the demo; `npm start -- DIR` opens that project. Further options are passed on.
import './node-version.mjs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const [first, ...rest] = process.argv.slice(2)
const hasDirectory = first !== undefined && !first.startsWith('-')
// npm changes into the package; INIT_CWD is the user's directory.
const directory = hasDirectory ? resolve(process.env.INIT_CWD ?? process.cwd(), first) : null
const words = directory === null ? ['demo', ...process.argv.slice(2)] : ['open', directory, ...rest]

// In this process and not in a child, so that signals and the exit code are the program's own.
process.argv = [process.execPath, main, ...words]
await import(main)
