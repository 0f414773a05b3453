import { useEffect, useId, useRef, useState } from 'react'
import { askAgain } from '../../../../app/parts/ask-again.ts'
import { useMessages } from '../../../../i18n/messages.ts'
import { CodeBlock } from '../rendered/CodeBlock.tsx'
import { drawDiagram, type Drawing } from './draw-diagram.ts'
import { useIsDark } from './use-is-dark.ts'

type Shown = { state: 'drawing' } | Drawing

export function MermaidDiagram({ code }: { code: string }) {
  const { documents } = useMessages()
  const isDark = useIsDark()
  const id = `diagram-${useId().replaceAll(/[^a-zA-Z0-9]/g, '')}`
  const place = useRef<HTMLDivElement>(null)
  const [tries, setTries] = useState(0)
  const [drawing, setDrawing] = useState<Shown>({ state: 'drawing' })
  useEffect(() => {
    let isOld = false
    void drawDiagram({ id, code, isDark }).then((drawn) => {
      if (!isOld) setDrawing(drawn)
    })
    return () => {
      isOld = true
    }
  }, [id, code, isDark, tries])
  useEffect(
    () =>
      drawing.state === 'unloaded' ? askAgain(() => setTries(tries + 1), tries + 1) : undefined,
    [drawing, tries],
  )
  useEffect(() => {
    if (drawing.state === 'drawn') place.current?.replaceChildren(drawing.svg)
  }, [drawing])
  if (drawing.state !== 'drawn' && drawing.state !== 'drawing')
    return (
      <figure className="my-3">
        <figcaption className="text-xs text-needs">
          {documents.diagramNotDrawn[drawing.state]}
        </figcaption>
        <CodeBlock>{code}</CodeBlock>
      </figure>
    )
  return (
    <>
      {drawing.state === 'drawing' ? (
        <p className="my-3 text-xs text-muted">{documents.diagramDrawing}</p>
      ) : null}
      <div
        ref={place}
        role="img"
        aria-label={documents.diagram}
        data-testid="diagram"
        hidden={drawing.state === 'drawing'}
        className="my-3 overflow-x-auto [&>svg]:h-auto [&>svg]:max-w-full"
      />
    </>
  )
}
