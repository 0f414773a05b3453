import type { RecordPhase } from '../../contracts/spec-json.ts'

const WRITTEN = [
  '',
  'generated',
  'written',
  'created',
  'approved',
  'ready',
  'complete',
  'completed',
]
const OVER = ['complete', 'completed', 'done', 'finished', 'passed']

const each = (stem: string, ends: readonly string[]): string[] =>
  ends.map((end) => (end === '' ? stem : `${stem}-${end}`))

/** The words that other tools and people use in spec.json for how far a spec is. */
const WORDS: ReadonlyMap<string, RecordPhase> = new Map(
  (
    [
      ['initialized', ['initialized', 'initialised', 'init', 'new', 'created', 'draft']],
      ['requirements-generated', each('requirements', WRITTEN)],
      ['design-generated', each('design', WRITTEN)],
      ['tasks-generated', ['tasks', 'tasks-generated', 'tasks-created', 'tasks-approved']],
      ['tasks-generated', ['tasks-written', 'tasks-ready', 'ready-for-implementation', 'ready']],
      ['tasks-generated', ['implementation', 'implementing', 'in-progress', 'impl']],
      ['tasks-generated', ['implementation-started', 'implementation-in-progress']],
      ['implementation-complete', ['implemented', ...each('implementation', OVER)]],
      ['implementation-complete', [...each('impl', OVER), ...each('tasks', OVER)]],
      ['inspection-complete', ['validated', 'verified', 'inspected', ...each('inspection', OVER)]],
      ['inspection-complete', each('validation', OVER)],
      // Only our own word means deployed: for any other the checkboxes still count.
      ['inspection-complete', ['complete', 'completed', 'done', 'finished', 'closed', 'archived']],
      ['inspection-complete', ['released', 'shipped', 'merged', 'deployed', 'deployment-complete']],
      ['deploy-complete', ['deploy-complete']],
    ] satisfies [RecordPhase, string[]][]
  ).flatMap(([phase, words]) => words.map((word) => [word, phase] as const)),
)

/** What a word means; null if unknown: then the documents alone decide. */
export function phaseOfWord(word: unknown): RecordPhase | null {
  if (typeof word !== 'string') return null
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  return WORDS.get(plain) ?? null
}
