import type { Stage } from '../stage.ts'
import { localised, type World } from '../world.ts'

/** Answers from the documents; writes nothing. */
export async function playAsk(stage: Stage, world: World): Promise<string> {
  const asked = messageIn(world.prompt)
  const requirements = await stage.read(world.documentIn('requirements.md'))
  const tasks = await stage.read(world.documentIn('tasks.md'))
  const open = tasks?.match(/^\s*- \[ \]/gm)?.length ?? 0
  const done = tasks?.match(/^\s*- \[x\]/gim)?.length ?? 0
  const known =
    requirements === null
      ? localised(world, 'There are no requirements yet.', '要件はまだありません。')
      : localised(
          world,
          `Of its tasks ${done} are done and ${open} are open.`,
          `タスクは ${done} 件が完了、${open} 件が未完了です。`,
        )
  const answer = localised(
    world,
    `You asked: "${asked}"\n\nThis is the simulated agent: it reads, but does not think. ${known}`,
    `質問：「${asked}」\n\nシミュレーション用エージェントは読むだけで、考えることはできません。${known}`,
  )
  await stage.say(answer)
  return answer
}

/** Asks two questions first, then writes the plan. */
export async function playPlan(stage: Stage, world: World): Promise<string> {
  const said = messageIn(world.prompt)
  const isFirst = /^Message 1 of the dialogue/m.test(world.prompt)
  const answer = isFirst
    ? `1. Who is it for? Suggested: everyone who uses the project.\n2. What has to work first? Suggested: the simplest case, with an error message for everything else.`
    : `## Description\n\nWhat was asked for, for everyone who uses the project. The simplest case works first; everything else gets an error message.\n\n## Decisions\n\n- In your words: ${said}\n- The simplest case first: it can be tried early`
  await stage.say(answer)
  return answer
}

/** On one line, because it is quoted within a line. */
const messageIn = (prompt: string): string =>
  (/<message>\n([^]*?)\n<\/message>/.exec(prompt)?.[1] ?? '').replace(/\s+/g, ' ').trim()
