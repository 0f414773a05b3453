import { mkdirSync } from 'node:fs'
import { sep } from 'node:path'
import { subscribe, type AsyncSubscription } from '@parcel/watcher'
import { featureNameSchema, type FeatureName } from '../contracts/ids.ts'
import { JOURNAL_FILE } from './files/journal.ts'

export interface SpecsWatcher {
  close(): Promise<void>
}

/** Tells which specs changed on disk. Nothing in a run waits for it or decides by it. */
export async function watchSpecs(
  specsDir: string,
  changed: (feature: FeatureName) => void,
): Promise<SpecsWatcher> {
  // A project may have no specs yet, and a folder that is not there cannot be watched.
  mkdirSync(specsDir, { recursive: true })
  const subscription: AsyncSubscription = await subscribe(
    specsDir,
    (error, events) => {
      if (error) return
      const features = new Set<FeatureName>()
      for (const event of events) {
        const [name, file] = event.path.slice(specsDir.length + 1).split(sep)
        const feature = featureNameSchema.safeParse(name)
        if (feature.success && isDocument(file)) features.add(feature.data)
      }
      for (const feature of features) changed(feature)
    },
    { ignore: ['**/*.tmp'] },
  )
  return { close: () => subscription.unsubscribe() }
}

/** The folder itself counts: what was written right after it was made may have no event of its own. */
const isDocument = (file: string | undefined): boolean =>
  file === undefined || (file !== JOURNAL_FILE && !file.endsWith('.tmp'))
