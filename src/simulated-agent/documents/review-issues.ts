import type { World } from '../world.ts'

type Severity = 'Critical' | 'Warning' | 'Info'
type Answer = 'Fix Required' | 'No Fix Needed'

export interface Issue {
  id: string
  severity: Severity
  title: string
  problem: string
  answer: Answer
  fix: Fix | null
}

/** `text` is inserted after the line that contains `after`, or at the end if there is none. */
export interface Fix {
  document: 'requirements.md' | 'design.md' | 'tasks.md'
  after: string | null
  text: string
}

/** Three to fix, then one, then none, so that the demo shows the loop converge. */
export function issuesOf(world: World): Issue[] {
  const language = world.language
  if (world.round === 1) return FIRST[language]
  return world.round === 2 ? SECOND[language] : THIRD[language]
}

type Issues = Record<World['language'], Issue[]>

const FIRST: Issues = {
  en: [
    {
      id: 'C1',
      severity: 'Critical',
      title: 'Removing an unknown id is not specified',
      problem: 'Requirement 3 says nothing about an id that does not exist.',
      answer: 'Fix Required',
      fix: {
        document: 'requirements.md',
        after: 'shall no longer list it',
        text: `
### Requirement 4: Unknown ids

**Objective:** As a user, I want an error for a wrong id, so that I notice a slip.

#### Acceptance Criteria

1. If an id is unknown, then the service shall refuse with \`unknown-id\` and change nothing.
`,
      },
    },
    {
      id: 'W1',
      severity: 'Warning',
      title: 'The table of errors lacks unknown ids',
      problem: 'The design knows only two errors.',
      answer: 'Fix Required',
      fix: {
        document: 'design.md',
        after: '| `text-too-long` |',
        text: '| `unknown-id` | no entry has this id |\n',
      },
    },
    {
      id: 'W2',
      severity: 'Warning',
      title: 'No task covers unknown ids',
      problem: 'What is in no task will not be built.',
      answer: 'Fix Required',
      fix: {
        document: 'tasks.md',
        after: null,
        text: '- [ ] 5. Refuse unknown ids and test it\n  - _Requirements: 4.1_\n  - _Depends: 2.2_\n',
      },
    },
    {
      id: 'I1',
      severity: 'Info',
      title: 'Ids could be random',
      problem: 'Counting ids can be guessed.',
      answer: 'No Fix Needed',
      fix: null,
    },
  ],
  ja: [
    {
      id: 'C1',
      severity: 'Critical',
      title: '存在しない id の削除が規定されていない',
      problem: '要件 3 は存在しない id について述べていない。',
      answer: 'Fix Required',
      fix: {
        document: 'requirements.md',
        after: 'それを一覧に含めないこと',
        text: `
### Requirement 4: 存在しない id

**Objective:** 利用者として、誤った id を知らせてほしい。それにより間違いに気づける。

#### Acceptance Criteria

1. If id が存在しない場合、サービスは \`unknown-id\` として拒否し、何も変更しないこと (shall)。
`,
      },
    },
    {
      id: 'W1',
      severity: 'Warning',
      title: 'エラー表に存在しない id がない',
      problem: '設計には二種類のエラーしかない。',
      answer: 'Fix Required',
      fix: {
        document: 'design.md',
        after: '| `text-too-long` |',
        text: '| `unknown-id` | その id の項目がない |\n',
      },
    },
    {
      id: 'W2',
      severity: 'Warning',
      title: '存在しない id を扱うタスクがない',
      problem: 'タスクにないものは作られない。',
      answer: 'Fix Required',
      fix: {
        document: 'tasks.md',
        after: null,
        text: '- [ ] 5. 存在しない id を拒否し、テストする\n  - _Requirements: 4.1_\n  - _Depends: 2.2_\n',
      },
    },
    {
      id: 'I1',
      severity: 'Info',
      title: 'id は乱数でもよい',
      problem: '連番の id は推測できる。',
      answer: 'No Fix Needed',
      fix: null,
    },
  ],
}

const TRACE: Fix = {
  document: 'design.md',
  after: '| 3.1 | EntryService',
  text: '| 4.1 | EntryService |\n',
}

const SECOND: Issues = {
  en: [
    {
      id: 'W1',
      severity: 'Warning',
      title: 'Criterion 4.1 has no component',
      problem: 'The traceability table was not extended with the new requirement.',
      answer: 'Fix Required',
      fix: TRACE,
    },
  ],
  ja: [
    {
      id: 'W1',
      severity: 'Warning',
      title: '基準 4.1 に担当部品がない',
      problem: '新しい要件が追跡表に追加されていない。',
      answer: 'Fix Required',
      fix: TRACE,
    },
  ],
}

const THIRD: Issues = {
  en: [
    {
      id: 'I1',
      severity: 'Info',
      title: 'A limit on the number of entries could be useful',
      problem: 'No one asked for one.',
      answer: 'No Fix Needed',
      fix: null,
    },
  ],
  ja: [
    {
      id: 'I1',
      severity: 'Info',
      title: '件数の上限があってもよい',
      problem: '依頼にはない。',
      answer: 'No Fix Needed',
      fix: null,
    },
  ],
}
