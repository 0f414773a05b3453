import { repositoryState } from '../../host/git/repository-state.ts'
import type { Output } from '../output.ts'
import type { ProjectContext } from '../project.ts'
import { repositoryWords } from '../words/repository-words.ts'

interface NoteOptions {
  context: ProjectContext
  output: Output
  /** Set once agents have worked: uncommitted changes may then be theirs. */
  mayBeDirty: boolean
}

/** Prints a hint about the state of the repository; it never blocks the command. */
export async function noteRepository({ context, output, mayBeDirty }: NoteOptions): Promise<void> {
  const { folders, env, remote } = context
  // A fleet works on branches of its own.
  if (remote) return
  const state = await repositoryState(folders.projectDir, env)
  const words = mayBeDirty && state === 'dirty' ? null : repositoryWords(state, folders.projectDir)
  if (words !== null) output.say(`Note: ${words.message}. ${words.remedy}`)
}
