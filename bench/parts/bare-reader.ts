/** Reads every document and does nothing with it. */
export const BARE_DOCUMENTS = `
const { readFileSync, readdirSync } = require('node:fs')
const { join } = require('node:path')
for (const entry of readdirSync(process.argv[2], { recursive: true, withFileTypes: true }))
  if (entry.isFile()) readFileSync(join(entry.parentPath, entry.name), 'utf8')
`

/** Reads the files that a status needs and does nothing with them. */
export const BARE_READER = `
const { readFileSync, readdirSync } = require('node:fs')
const kiro = process.argv[2] + '/.kiro/'
for (const name of readdirSync(kiro + 'specs')) {
  for (const file of ['spec.json', 'event-log.jsonl', 'tasks.md'])
    readFileSync(kiro + 'specs/' + name + '/' + file, 'utf8')
  readFileSync(kiro + 'runtime/runs/' + name + '.json', 'utf8')
}
`
