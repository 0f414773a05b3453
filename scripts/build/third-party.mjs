// Writes the notices that the licences of bundled libraries require.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One section for each package that a module of the bundle came from. */
export function writeNotices(file, output) {
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  const folders = new Set(modules.map(packageOf).filter((folder) => folder !== null))
  const sections = [...folders].toSorted((a, b) => (a < b ? -1 : 1)).map(sectionOf)
  writeFileSync(file, `# Libraries in these programs\n\n${sections.join('\n')}`)
}

function packageOf(module) {
  const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module) ?? [null]
  return folder
}

function sectionOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return `## ${name} ${version} (${license})\n\n${noticeIn(folder).trim()}\n`
}

function noticeIn(folder) {
  const name = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry))
  if (name === undefined) throw new Error(`${folder} has no licence file to quote`)
  return readFileSync(join(folder, name), 'utf8')
}
