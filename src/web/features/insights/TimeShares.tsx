import type { TimeTotals } from '../../../contracts/views/insights.ts'
import { useMessages } from '../../i18n/messages.ts'
import { FILLS, type Tone } from '../charts/tones.ts'

const SHARES = [
  ['agentMs', 'agent'],
  ['hostMs', 'done'],
  ['waitingMs', 'quiet'],
  ['personMs', 'person'],
] as const satisfies [keyof TimeTotals, Tone][]

/** Whose time it took, in numbers and as one bar. */
export function TimeShares({ time }: { time: TimeTotals }) {
  const { insights, common } = useMessages()
  const words = {
    agentMs: insights.agents,
    hostMs: insights.host,
    waitingMs: insights.waits,
    personMs: insights.you,
  }
  return (
    <section
      aria-label={insights.time}
      className="flex flex-col gap-2 border-b border-line px-4 py-3"
    >
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {SHARES.map(([key, tone]) => (
          <div key={key} className="flex items-baseline gap-1.5">
            <dt className="flex items-center gap-1.5 text-xs text-muted">
              <svg aria-hidden className="size-2.5">
                <rect width="100%" height="100%" rx="2" fill={FILLS[tone]} />
              </svg>
              {words[key]}
            </dt>
            <dd className="font-medium tabular-nums">{common.duration(time[key] / 1000)}</dd>
          </div>
        ))}
      </dl>
      {time.totalMs === 0 ? null : (
        <div aria-hidden className="flex h-2 overflow-hidden rounded">
          {SHARES.map(([key, tone]) => (
            <span
              key={key}
              style={{ width: `${(100 * time[key]) / time.totalMs}%`, background: FILLS[tone] }}
            />
          ))}
        </div>
      )}
    </section>
  )
}
