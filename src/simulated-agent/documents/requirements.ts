import { quoted, requestsOf } from '../requests.ts'
import type { World } from '../world.ts'

export function requirementsText(world: World): string {
  const text = world.language === 'ja' ? japanese(world) : english(world)
  const { decided, assumed } = world
  // If questions were answered, the answers say where entries are kept.
  const own = decided.length === 0 ? [STORE[world.language === 'ja' ? 'ja' : 'en']] : []
  return `${text}${section('Assumptions', [...own, ...assumed])}${section('Decisions', decided)}`
}

const STORE = {
  en: 'The request names no store, so entries live as long as the program runs.',
  ja: '保存先の指定がないため、項目はプログラムの実行中だけ保持する。',
}

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n## ${title}\n\n${lines.map((one) => `- ${one}\n`).join('')}`

function english(world: World): string {
  const { feature } = world
  const [first = feature, ...more] = requestsOf(world)
  const service = `the ${feature} service`
  return `# Requirements: ${feature}

## Introduction

This feature answers the following request:

${quoted(world)}

## Scope

- In: ${[first, ...more].join('; ')}
- Out: accounts, permissions and storage beyond the running program

## Requirements

### Requirement 1: ${first}

**Objective:** As a user, I want to record entries, so that I get what was asked for: ${first}.

#### Acceptance Criteria

1. When a user submits an entry, ${service} shall store it and return it with a new id.
2. While entries exist, ${service} shall list them in the order in which they came.

### Requirement 2: Wrong input

**Objective:** As a user, I want mistakes refused at once, so that nothing useless is kept.

#### Acceptance Criteria

1. If the text of an entry is empty, then ${service} shall refuse it with \`empty-text\`.
2. If the text is longer than 200 characters, then ${service} shall refuse it with \`text-too-long\`.

### Requirement 3: Removing

**Objective:** As a user, I want to remove an entry, so that the list shows only what still counts.

#### Acceptance Criteria

1. When a user removes an entry by its id, ${service} shall no longer list it.
`
}

function japanese(world: World): string {
  const { feature } = world
  const [first = feature, ...more] = requestsOf(world)
  const service = `${feature} サービス`
  return `# Requirements: ${feature}

## Introduction

この機能は次の依頼に応えるものである。

${quoted(world)}

## Scope

- In: ${[first, ...more].join('、')}
- Out: アカウント、権限、プログラム終了後の保存

## Requirements

### Requirement 1: ${first}

**Objective:** 利用者として、項目を登録したい。それにより「${first}」が実現する。

#### Acceptance Criteria

1. When 利用者が項目を送信したとき、${service}は新しい id を付けて保存し、返すこと (shall)。
2. While 項目が存在する間、${service}は届いた順に一覧すること (shall)。

### Requirement 2: 誤った入力

**Objective:** 利用者として、誤りはその場で断ってほしい。それにより無用なものが残らない。

#### Acceptance Criteria

1. If 項目の本文が空の場合、${service}は \`empty-text\` として拒否すること (shall)。
2. If 本文が 200 文字を超える場合、${service}は \`text-too-long\` として拒否すること (shall)。

### Requirement 3: 削除

**Objective:** 利用者として、項目を削除したい。それにより一覧には必要なものだけが残る。

#### Acceptance Criteria

1. When 利用者が id を指定して項目を削除したとき、${service}はそれを一覧に含めないこと (shall)。
`
}
