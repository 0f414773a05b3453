import { isDangerous } from './diagram-source.ts'
import { safeSvg } from './svg-check.ts'

export type Drawing =
  /** `unloaded`: Mermaid could not be loaded; it may work later. */
  { state: 'failed' | 'refused' | 'unloaded' } | { state: 'drawn'; svg: SVGSVGElement }

interface Diagram {
  id: string
  code: string
  isDark: boolean
}

/** Options a document must not change, because they let text become markup or style. */
const SECURE = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'htmlLabels',
  'themeCSS',
  'fontFamily',
  'altFontFamily',
  'dompurifyConfig',
]

export async function drawDiagram({ id, code, isDark }: Diagram): Promise<Drawing> {
  if (isDangerous(code)) return { state: 'refused' }
  try {
    const { default: mermaid } = await import('mermaid')
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      secure: SECURE,
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      suppressErrorRendering: true,
      theme: isDark ? 'dark' : 'neutral',
      fontFamily: getComputedStyle(document.body).fontFamily,
    })
    const svg = safeSvg((await mermaid.render(id, code)).svg, id)
    return svg === null ? { state: 'failed' } : { state: 'drawn', svg }
  } catch (error) {
    return { state: isUnloaded(error) ? 'unloaded' : 'failed' }
  }
}

/** Each browser words a failed import differently. */
const isUnloaded = (error: unknown): boolean =>
  error instanceof TypeError &&
  /dynamically imported module|module script failed/i.test(error.message)
