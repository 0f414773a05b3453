import type { AppendFile, DurableFiles } from '../host/files/durable-files.ts'

/** Files in memory whose syncs the test may delay or fail. */
export class MemoryFiles implements DurableFiles {
  readonly texts = new Map<string, string>()
  readonly #beforeSync: () => Promise<void>

  constructor(beforeSync: () => Promise<void> = () => Promise.resolve()) {
    this.#beforeSync = beforeSync
  }

  openAppend(path: string): AppendFile {
    return {
      write: (text) => void this.texts.set(path, (this.texts.get(path) ?? '') + text),
      sync: () => this.#beforeSync(),
      close: () => undefined,
    }
  }

  async replace(path: string, text: string): Promise<void> {
    await this.#beforeSync()
    this.texts.set(path, text)
  }
}
