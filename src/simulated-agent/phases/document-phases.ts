import { join } from 'node:path'
import { designText } from '../documents/design.ts'
import { researchText } from '../documents/research.ts'
import { requirementsText } from '../documents/requirements.ts'
import type { Stage } from '../stage.ts'
import { tasksText } from '../documents/write-tasks.ts'
import { requestsOf } from '../requests.ts'
import { localised, type World } from '../world.ts'

export async function playRequirements(stage: Stage, world: World): Promise<string> {
  const say = (en: string, ja: string) => stage.say(localised(world, en, ja))
  const requests = requestsOf(world).join(' / ')
  await say(`I look at what was asked for: ${requests}`, `依頼の内容を確認します: ${requests}`)
  await stage.read(join(world.specDir, 'spec.json'))
  await say('Three requirements cover it.', '三つの要件で網羅できます。')
  await say('Each criterion becomes one EARS sentence.', '各基準を EARS の一文にします。')
  await stage.write(world.documentIn('requirements.md'), requirementsText(world))
  await say('One assumption is written down.', '前提を一つ明記しました。')
  return localised(world, 'The requirements are written.', '要件を書きました。')
}

export async function playDesign(stage: Stage, world: World): Promise<string> {
  const say = (en: string, ja: string) => stage.say(localised(world, en, ja))
  await stage.read(world.documentIn('requirements.md'))
  await say('Rules, store and service can stand apart.', '規則・保管・サービスは分離できます。')
  await say('The service is the only way in.', '入口はサービスだけにします。')
  await say('Errors get codes, not sentences.', 'エラーは文ではなくコードにします。')
  await stage.write(join(world.specDir, 'research.md'), researchText(world))
  await stage.write(world.documentIn('design.md'), designText(world))
  await say('Every criterion has its component.', 'すべての基準に担当部品があります。')
  return localised(world, 'The design is written.', '設計を書きました。')
}

export async function playTasks(stage: Stage, world: World): Promise<string> {
  const say = (en: string, ja: string) => stage.say(localised(world, en, ja))
  await stage.read(world.documentIn('requirements.md'))
  await stage.read(world.documentIn('design.md'))
  await say('Rules and store come first.', '規則と保管から始めます。')
  await stage.write(world.documentIn('tasks.md'), tasksText(world))
  await say('Each criterion is in at least one task.', '各基準は必ずどれかのタスクにあります。')
  return localised(world, 'The task list is written.', 'タスク一覧を書きました。')
}
