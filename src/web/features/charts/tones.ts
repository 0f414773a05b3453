/** Charts use the colours of the interface. */
export type Tone = 'agent' | 'done' | 'failed' | 'person' | 'quiet' | 'faint'

export const FILLS: Record<Tone, string> = {
  agent: 'var(--running)',
  done: 'var(--done)',
  failed: 'var(--failed)',
  person: 'var(--needs)',
  quiet: 'var(--muted)',
  faint: 'var(--line-strong)',
}
