import { Check } from 'lucide-react'
import { useMemo } from 'react'
import type { SteeringDraft } from '../../../contracts/views/steering.ts'
import { diffLines, withContext } from '../../../core/views/line-diff.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Difference } from '../spec/documents/editor/Difference.tsx'

const CONTEXT = 3

interface SteeringDocumentProps {
  draft: SteeringDraft
  onAccept(): Promise<void>
}

/** The proposed change to one file, as a diff. */
export function SteeringDocument({ draft, onAccept }: SteeringDocumentProps) {
  const words = useMessages().ask.steering
  const { name, text, proposed } = draft
  const rows = useMemo(
    () => (proposed === null ? [] : withContext(diffLines(plain(text ?? ''), proposed), CONTEXT)),
    [text, proposed],
  )
  return (
    <section aria-label={name} className="flex flex-col gap-1">
      <h3 className="flex flex-wrap items-center gap-2 font-medium">
        <span className="font-mono text-xs">.kiro/steering/{name}</span>
        {text === null && proposed !== null ? (
          <span className="text-xs text-done">{words.isNew}</span>
        ) : null}
      </h3>
      {proposed === null ? (
        <p className="text-muted">{text === null ? words.missing : words.upToDate}</p>
      ) : (
        <>
          <Difference
            rows={rows}
            names={{ diff: words.diff(name), removed: words.now, added: words.proposed }}
          />
          <Button
            size="small"
            className="self-start max-md:h-11"
            icon={<Check aria-hidden className="size-3.5" />}
            onClick={() => void onAccept()}
          >
            {words.accept(name)}
          </Button>
        </>
      )}
    </section>
  )
}

const plain = (text: string): string => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
