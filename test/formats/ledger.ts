import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folders of the host and of git. */
const LEFT_OUT: readonly string[] = ['.kiro/runtime', '.git']

/**
 * Detects writes to any file of a project without reading them all, by names and change times. A
 * file written twice within one clock tick looks unchanged, so the bytes of the file that the test
 * has just written are compared too.
 */
export class Ledger {
  readonly #project: string
  readonly #known: Map<string, string>
  #own: { path: string; bytes: string } | null = null

  constructor(project: string) {
    this.#project = project
    this.#known = stampsBelow(project)
  }

  /** Called when the test itself has written a file. */
  wrote(path: string): void {
    this.#known.set(path, stampOf(join(this.#project, path)))
    this.#own = { path, bytes: this.#bytesOf(path) }
  }

  removed(path: string): void {
    this.#known.delete(path)
    this.#own = null
  }

  /** What others have written, created or removed. */
  differences(): string[] {
    const now = stampsBelow(this.#project)
    const isOther = (path: string): boolean => now.get(path) !== this.#known.get(path)
    const paths = new Set([...this.#known.keys(), ...now.keys()])
    const different = [...paths].filter(isOther)
    if (different.length > 0 || this.#own === null) return different
    const { path, bytes } = this.#own
    return this.#bytesOf(path) === bytes ? [] : [path]
  }

  #bytesOf(path: string): string {
    return readFileSync(join(this.#project, path), 'latin1')
  }
}

function stampsBelow(project: string): Map<string, string> {
  const stamps = new Map<string, string>()
  const into = (above: string): void => {
    for (const entry of readdirSync(join(project, above), { withFileTypes: true })) {
      const path = above === '' ? entry.name : `${above}/${entry.name}`
      if (LEFT_OUT.includes(path)) continue
      if (entry.isDirectory()) into(path)
      else stamps.set(path, stampOf(`${project}/${path}`))
    }
  }
  into('')
  return stamps
}

function stampOf(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = lstatSync(file, { bigint: true })
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`
}
