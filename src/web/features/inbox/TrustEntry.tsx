import { ShieldQuestion } from 'lucide-react'
import { useState } from 'react'
import type { TrustDecision, TrustFinding } from '../../../contracts/views/trust-view.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { showRefusal } from '../notices/notices-store.ts'
import type { TrustItem } from './inbox-items.ts'
import { useTrust } from './trust-store.ts'

const WIDE = 'max-md:w-full max-md:h-12'
const MOST = 100

/** Lists exactly which project files take effect, with the decision on them. */
export function TrustEntry({ item }: { item: TrustItem }) {
  const { trust } = useMessages().inbox
  const [busy, setBusy] = useState<TrustDecision | null>(null)
  const decide = async (decision: TrustDecision): Promise<void> => {
    setBusy(decision)
    const refusal = await useTrust.getState().decide(decision)
    setBusy(null)
    if (refusal !== null) showRefusal(refusal)
  }
  const { findings } = item
  return (
    <article
      data-key={item.id}
      tabIndex={-1}
      aria-label={trust.title}
      className="flex flex-col gap-2 border-b border-line px-4 py-3 -outline-offset-2"
    >
      <header className="flex items-center gap-2">
        <ShieldQuestion aria-hidden className="size-4 text-needs" />
        <h2 className="font-semibold">{trust.title}</h2>
      </header>
      <p className="text-muted">{trust.why}</p>
      <ul className="flex flex-col gap-1">
        {findings.slice(0, MOST).map((finding) => (
          <Finding key={finding.id} finding={finding} />
        ))}
        {findings.length > MOST ? <li>{trust.more(findings.length - MOST)}</li> : null}
      </ul>
      <div data-acts className="flex flex-wrap items-center gap-2">
        <Button
          kind="primary"
          className={WIDE}
          isBusy={busy === 'trusted'}
          onClick={() => void decide('trusted')}
        >
          {trust.trust}
        </Button>
        <Button className={WIDE} isBusy={busy === 'without'} onClick={() => void decide('without')}>
          {trust.without}
        </Button>
        <p className="text-xs text-muted max-md:text-sm">{trust.withoutHelp}</p>
      </div>
    </article>
  )
}

/** Renders untrusted text as plain text. */
function Finding({ finding }: { finding: TrustFinding }) {
  const { trust } = useMessages().inbox
  const { id, kind, change, details } = finding
  return (
    <li className="border-l-2 border-line-strong pl-3">
      <p className="break-all">
        <code className="font-mono text-xs">{id}</code>{' '}
        <span className="text-xs text-muted">
          {trust.kinds[kind]}
          {change === 'changed' ? ` · ${trust.changed}` : null}
        </span>
      </p>
      {details.length === 0 ? null : (
        <p className="whitespace-pre-wrap break-all font-mono text-xs leading-5">
          {details.join('\n')}
        </p>
      )}
    </li>
  )
}
