import { join } from 'node:path'
import { STEERING_NAMES } from '../../contracts/views/steering.ts'
import type { Stage } from '../stage.ts'
import { localised, type World } from '../world.ts'

const TITLES = {
  'product.md': ['Product', 'プロダクト'],
  'tech.md': ['Technology', '技術'],
  'structure.md': ['Structure', '構成'],
} as const

/** Keeps the existing text and adds one line. */
export async function playSteering(stage: Stage, world: World): Promise<string> {
  const documents: string[] = []
  for (const name of STEERING_NAMES) {
    const known = await stage.read(join(world.workDir, '.kiro/steering', name))
    const [en, ja] = TITLES[name]
    const title = `# ${localised(world, en, ja)}\n`
    const line = localised(
      world,
      'Proposed by the simulated agent, which has read this project.',
      'シミュレーション用エージェントがプロジェクトを読んで提案しました。',
    )
    const text = known?.includes(line) ? known : `${known ?? title}\n${line}\n`
    documents.push(`<document name="${name}">\n${text.trim()}\n</document>`)
  }
  const answer = documents.join('\n\n')
  await stage.say(answer)
  return answer
}
