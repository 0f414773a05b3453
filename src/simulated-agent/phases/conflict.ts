import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Stage } from '../stage.ts'
import { localised, type World } from '../world.ts'

/** Keeps both sides of every conflict that git left in the working directory. */
export async function playConflict(stage: Stage, world: World): Promise<string> {
  const say = (en: string, ja: string): string => localised(world, en, ja)
  await stage.say(say('I look at what both sides wanted.', '両側の意図を確認します。'))
  const files = conflicted(world.workDir)
  if (files.length === 0)
    return say(
      'I can repair nothing: I am only a simulation.',
      '私はシミュレーションなので修正できません。',
    )
  for (const file of files) {
    const path = join(world.workDir, file)
    await stage.write(path, withoutMarkers((await stage.read(path)) ?? ''))
  }
  return say('Both sides are kept.', '両方の変更を残しました。')
}

function conflicted(workDir: string): string[] {
  const args = ['-c', 'core.fsmonitor=', 'diff', '--name-only', '--diff-filter=U', '-z']
  return execFileSync('git', args, { cwd: workDir, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '')
}

const MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?: .*)?$/

const withoutMarkers = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !MARKER.test(line))
    .join('\n')
