import { localised, type World } from '../world.ts'

export function researchText(world: World): string {
  const say = (en: string, ja: string): string => localised(world, en, ja)
  return `# Research: ${world.feature}

## What Exists

- ${say(`\`${world.sourceDir}\` is new: nothing in it fulfils a criterion yet.`, `\`${world.sourceDir}\` は新規で、満たされている基準はまだありません。`)}

## Build or Adopt

- ${say('Rules, store and service are built: each is a few lines, and a library would be more to learn.', '規則・保管・サービスは自作します。いずれも数行で、ライブラリを導入するほうが負担になります。')}

## Risks

- ${say('Entries live in memory only; the description asks for no more.', '項目はメモリ上だけに保持します。説明はそれ以上を求めていません。')}
`
}
