import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realFiles, type DurableFiles } from '../../src/host/files/durable-files.ts'
import { JournalFile } from '../../src/host/journal/journal-file.ts'
import { JOURNAL_FILE } from '../../src/host/journal/journal-lines.ts'
import { JournalWriter } from '../../src/host/journal/journal-writer.ts'
import { JournalMemory, MemoryJournal } from '../../src/testkit/ports/memory-journal.ts'
import { entry, journalSuite, type JournalPlace } from './journal-suite.ts'

journalSuite('event-log.jsonl', (): JournalPlace => {
  const dir = mkdtempSync(join(tmpdir(), 'journal-'))
  const path = join(dir, JOURNAL_FILE)
  const lines = (): string[] => readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return {
    open: async (sync) =>
      new JournalWriter(sync ? syncedBy(sync) : realFiles, new JournalFile(dir)),
    tear: () => {
      appendFileSync(path, JSON.stringify(entry(99)).slice(0, 20))
      return true
    },
    cutTo: (version) => {
      const kept = lines().filter((line) => (JSON.parse(line) as { seq: number }).seq <= version)
      writeFileSync(path, kept.map((line) => `${line}\n`).join(''))
    },
    [Symbol.asyncDispose]: async () => rmSync(dir, { recursive: true }),
  }
})

journalSuite('memory', (): JournalPlace => {
  const memory = new JournalMemory()
  return {
    open: async (sync) => new MemoryJournal(memory, sync),
    tear: () => {
      memory.tear()
      return true
    },
    cutTo: (version) => memory.cutTo(version),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
})

function syncedBy(sync: () => Promise<void>): DurableFiles {
  return {
    ...realFiles,
    openAppend: (path, known) => ({ ...realFiles.openAppend(path, known), sync }),
  }
}
