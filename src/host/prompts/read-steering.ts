import { readSteeringText } from '../../core/prompts/steering-front-matter.ts'
import { MAX_STEERING_BYTES, type SteeringDocument } from '../../core/prompts/steering-text.ts'
import { steeringFiles, type SteeringFile } from './steering-files.ts'
import { readUnlessKnown } from './text-files.ts'

/** Files that always apply are included as long as there is room; the rest is only named. */
export function readSteering(projectDir: string): SteeringDocument[] {
  let room = MAX_STEERING_BYTES
  return steeringFiles(projectDir).map((one) => {
    const document = readOne(one, room)
    if (document.text !== null) room -= one.stats.size
    return document
  })
}

function readOne({ path, file, stats }: SteeringFile, room: number): SteeringDocument {
  // A link may point out of the project: the agent opens it under its own permissions, or not.
  if (!stats.isFile()) return { path, text: null, when: { inclusion: 'always' }, omitted: 'link' }
  if (stats.size > MAX_STEERING_BYTES)
    return { path, text: null, when: { inclusion: 'always' }, omitted: 'too-long' }
  const { when, body } = readSteeringText(readUnlessKnown(file, stats))
  if (when.inclusion !== 'always') return { path, text: null, when, omitted: null }
  return stats.size > room
    ? { path, text: null, when, omitted: 'too-long' }
    : { path, text: body, when, omitted: null }
}
