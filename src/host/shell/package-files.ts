import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of this package. Not relative to a module, because the bundler moves modules. */
export const packageFile = (...path: string[]): string => join(root(), ...path)

export function packageVersion(): string {
  const text = readFileSync(packageFile('package.json'), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}

let found: string | null = null

function root(): string {
  found ??= folderWithPackage(dirname(fileURLToPath(import.meta.url)))
  return found
}

function folderWithPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const above = dirname(folder)
  if (above === folder) throw new Error('this program is outside of its package')
  return folderWithPackage(above)
}
