import type { World } from '../world.ts'

export function designText(world: World): string {
  const words = world.language === 'ja' ? JAPANESE : ENGLISH
  const { sourceDir } = world
  return `# Design: ${world.feature}

## Overview

${words.overview}

## Architecture

\`\`\`mermaid
flowchart LR
  Caller["${words.caller}"] --> EntryService
  EntryService --> EntryRules
  EntryService --> EntryStore
\`\`\`

\`\`\`mermaid
sequenceDiagram
  participant C as ${words.caller}
  participant S as EntryService
  participant R as EntryRules
  participant T as EntryStore
  C->>S: add(text)
  S->>R: check(text)
  R-->>S: null
  S->>T: put(text)
  T-->>C: entry
\`\`\`

## Components

### EntryRules

${words.rules}
- Offers: \`check(text): null | 'empty-text' | 'text-too-long'\`
- Files: \`${sourceDir}/rules.mjs\`

### EntryStore

${words.store}
- Offers: \`put(text): entry\`, \`take(id): boolean\`, \`all(): entry[]\`
- Files: \`${sourceDir}/store.mjs\`

### EntryService

${words.service}
- Offers: \`add(text)\`, \`list()\`, \`remove(id)\`
- Files: \`${sourceDir}/service.mjs\`

## Data

${words.data}

## Error Handling

| code | ${words.when} |
|---|---|
| \`empty-text\` | ${words.empty} |
| \`text-too-long\` | ${words.tooLong} |

## Testing

${words.testing}

## Requirements Traceability

| requirement | component |
|---|---|
| 1.1 | EntryService, EntryStore |
| 1.2 | EntryStore |
| 2.1 | EntryRules |
| 2.2 | EntryRules |
| 3.1 | EntryService, EntryStore |
`
}

const ENGLISH = {
  overview: 'Three small modules without dependencies; nothing that exists is changed.',
  caller: 'Caller',
  rules: `- Responsible for: deciding whether a text may be kept
- Not responsible for: keeping it`,
  store: `- Responsible for: ids and order of entries
- Not responsible for: judging texts`,
  service: `- Responsible for: the one way in, rules first, store second
- Not responsible for: presenting results
- Depends on: EntryRules, EntryStore`,
  data: 'An entry is `{ id, text }`. Ids count up from 1 and are never used twice.',
  when: 'when',
  empty: 'nothing is left after trimming',
  tooLong: 'more than 200 characters',
  testing: 'Unit tests of rules and service with the test runner of Node.',
}

const JAPANESE: typeof ENGLISH = {
  overview: '依存のない小さな三つのモジュールで構成し、既存のものは変更しない。',
  caller: '呼び出し側',
  rules: `- Responsible for: 本文を保持してよいかの判断
- Not responsible for: 保持そのもの`,
  store: `- Responsible for: 項目の id と順序
- Not responsible for: 本文の判断`,
  service: `- Responsible for: 唯一の入口。規則を先に、保管を後に呼ぶ
- Not responsible for: 結果の表示
- Depends on: EntryRules, EntryStore`,
  data: '項目は `{ id, text }`。id は 1 から増え、再利用しない。',
  when: '条件',
  empty: '前後の空白を除くと何も残らない',
  tooLong: '200 文字を超える',
  testing: 'Node のテストランナーで規則とサービスを単体テストする。',
}
