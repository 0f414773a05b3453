import { join } from 'node:path'
import { QUESTIONS_FILE } from '../../core/workflow/document-files.ts'
import type { Stage } from '../stage.ts'
import { localised, type World } from '../world.ts'

/** Asks two things that no description mentions. */
export async function playClarify(stage: Stage, world: World): Promise<string> {
  const say = (en: string, ja: string) => stage.say(localised(world, en, ja))
  await stage.read(join(world.specDir, 'spec.json'))
  await say('Two points are open.', '決まっていない点が二つあります。')
  await stage.write(join(world.specDir, QUESTIONS_FILE), questionsText(world))
  return localised(world, 'The questions are written.', '質問を書きました。')
}

const questionsText = (world: World): string =>
  localised(
    world,
    `# Questions: ${world.feature}

## Q1: Are entries kept when the program ends?

Why: the description does not say how long they are needed.

Options:
- Only while it runs
- In a file

Suggested: Only while it runs

## Q2: How long may a text be?

Why: without a limit one entry could fill the screen.

Options:
- 200 characters
- 1,000 characters

Suggested: 200 characters
`,
    `# Questions: ${world.feature}

## Q1: プログラムの終了後も項目を残しますか？

Why: 必要な期間が説明にありません。

Options:
- 実行中のみ
- ファイルに保存

Suggested: 実行中のみ

## Q2: 本文は何文字までですか？

Why: 上限がないと一つの項目が画面を埋めてしまいます。

Options:
- 200 文字
- 1,000 文字

Suggested: 200 文字
`,
  )
