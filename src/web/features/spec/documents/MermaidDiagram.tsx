import { useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '../../../i18n/messages.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { safeSvg } from './svg-check.ts'
import { useIsDark } from './use-is-dark.ts'

type Drawing = { state: 'drawing' | 'failed' } | { state: 'drawn'; svg: SVGSVGElement }

export function MermaidDiagram({ code }: { code: string }) {
  const { documents } = useMessages()
  const isDark = useIsDark()
  const id = `diagram-${useId().replaceAll(/[^a-zA-Z0-9]/g, '')}`
  const place = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Drawing>({ state: 'drawing' })
  useEffect(() => {
    let isOld = false
    void draw({ id, code, isDark }).then((drawn) => {
      if (!isOld) setDrawing(drawn)
    })
    return () => {
      isOld = true
    }
  }, [id, code, isDark])
  useEffect(() => {
    if (drawing.state === 'drawn') place.current?.replaceChildren(drawing.svg)
  }, [drawing])
  if (drawing.state === 'failed')
    return (
      <figure className="my-3">
        <figcaption className="text-xs text-needs">{documents.diagramFailed}</figcaption>
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

interface Wanted {
  id: string
  code: string
  isDark: boolean
}

async function draw({ id, code, isDark }: Wanted): Promise<Drawing> {
  try {
    const { default: mermaid } = await import('mermaid')
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      suppressErrorRendering: true,
      theme: isDark ? 'dark' : 'neutral',
      fontFamily: getComputedStyle(document.body).fontFamily,
    })
    const svg = safeSvg((await mermaid.render(id, code)).svg)
    return svg === null ? { state: 'failed' } : { state: 'drawn', svg }
  } catch {
    return { state: 'failed' }
  }
}
