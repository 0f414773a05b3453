import { requestsOf } from '../requests.ts'
import { localised, type World } from '../world.ts'

export function tasksText(world: World): string {
  const { feature, sourceDir } = world
  const say = (en: string, ja: string): string => localised(world, en, ja)
  const [wish = feature] = requestsOf(world)
  return `# Tasks: ${feature}

${say('Goal', '目標')}: ${wish}

- [ ] 1. ${say('Lay the ground', '土台を作る')}
  - [ ] 1.1 ${say('Write the rules for texts', '本文の規則を書く')}
    - ${say('Empty texts and texts that are too long have different errors', '空の本文と長すぎる本文を区別する')}
    - _Requirements: 2.1, 2.2_
    - _Boundary: EntryRules_
  - [ ] 1.2 (P) ${say('Keep entries in order', '項目を順序どおりに保持する')}
    - _Requirements: 1.2_
    - _Boundary: EntryStore_
- [ ] 2. ${say('Build the service', 'サービスを作る')}
  - [ ] 2.1 ${say('Add and list entries', '項目の追加と一覧')}
    - _Requirements: 1.1, 1.2_
    - _Depends: 1.1, 1.2_
  - [ ] 2.2 ${say('Remove an entry by its id', 'id を指定した削除')}
    - _Requirements: 3.1_
    - _Depends: 2.1_
- [ ] 3. ${say('Prove it', '動作を証明する')}
  - [ ] 3.1 (P) ${say('Test the rules', '規則のテスト')}
    - _Requirements: 2.1, 2.2_
  - [ ] 3.2 (P) ${say('Test the service', 'サービスのテスト')}
    - _Requirements: 1.1, 1.2, 3.1_
  - [ ]* 3.3 ${say('Measure a list of 10,000 entries', '1 万件の一覧を計測する')}
- [ ] 4. ${say('Describe the use', '使い方を書く')}: \`${sourceDir}/README.md\`
  - _Requirements: 1.1_
`
}
