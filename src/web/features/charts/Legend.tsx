import { FILLS, type Tone } from './tones.ts'

export function Legend({ entries }: { entries: { tone: Tone; words: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-3 text-xs text-muted">
      {entries.map(({ tone, words }) => (
        <li key={words} className="flex items-center gap-1.5">
          <svg aria-hidden className="size-2.5">
            <rect width="100%" height="100%" rx="2" fill={FILLS[tone]} />
          </svg>
          {words}
        </li>
      ))}
    </ul>
  )
}
