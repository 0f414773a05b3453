import { isValidElement, memo, useMemo, type ReactNode } from 'react'
import Markdown, { defaultUrlTransform, type Components } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { useMessages, type Messages } from '../../../i18n/messages.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { DocumentLink } from './DocumentLink.tsx'
import { MermaidDiagram } from './diagrams/MermaidDiagram.tsx'
import { remarkTaskBoxes } from './remark-task-boxes.ts'

interface MarkdownViewProps {
  text: string
  /** The names of the documents that a link can lead to. */
  documents: string[]
  onSelect(document: string): void
}

/** Pictures that travel inside the text; any other one would show its server who reads this. */
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,/
const SCHEMA = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, src: ['data'] },
}

export const MarkdownView = memo(function MarkdownView(props: MarkdownViewProps) {
  const { text, documents, onSelect } = props
  const m = useMessages()
  const components = useMemo(() => parts(m, { documents, onSelect }), [m, documents, onSelect])
  return (
    <Markdown
      skipHtml
      remarkPlugins={[remarkGfm, [remarkTaskBoxes, m.documents.optionalTask]]}
      rehypePlugins={[[rehypeSanitize, SCHEMA]]}
      urlTransform={(url, key) =>
        key === 'src' && IMAGE.test(url) ? url : defaultUrlTransform(url)
      }
      components={components}
    >
      {text}
    </Markdown>
  )
})

type Links = Pick<MarkdownViewProps, 'documents' | 'onSelect'>
type Children = { children?: ReactNode }

/** One level below the heading of the screen. */
function parts({ documents: words }: Messages, links: Links): Components {
  return {
    h1: ({ children }: Children) => <h2 className={`${HEADING} text-xl`}>{children}</h2>,
    h2: ({ children }: Children) => (
      <h3 className={`${HEADING} border-b border-line pb-1 text-base`}>{children}</h3>
    ),
    h3: ({ children }: Children) => <h4 className={`${HEADING} text-sm`}>{children}</h4>,
    h4: ({ children }: Children) => <h5 className={HEADING}>{children}</h5>,
    h5: ({ children }: Children) => <h6 className={HEADING}>{children}</h6>,
    h6: ({ children }: Children) => <h6 className={`${HEADING} text-muted`}>{children}</h6>,
    p: ({ children }: Children) => <p className="my-2">{children}</p>,
    ul: ({ children, className }) => (
      <ul className={className?.includes('contains-task-list') ? TASKS : `${LIST} list-disc`}>
        {children}
      </ul>
    ),
    ol: ({ children, start }) => (
      <ol start={start} className={`${LIST} list-decimal`}>
        {children}
      </ol>
    ),
    blockquote: ({ children }: Children) => (
      <blockquote className="my-2 border-l-2 border-line-strong pl-3 text-muted">
        {children}
      </blockquote>
    ),
    hr: () => <hr className="my-4 border-line" />,
    table: ({ children }: Children) => (
      <div tabIndex={0} className="my-3 overflow-x-auto">
        <table className="border-collapse text-left [overflow-wrap:break-word]">{children}</table>
      </div>
    ),
    th: ({ children }: Children) => <th className={`${CELL} bg-raised font-medium`}>{children}</th>,
    td: ({ children }: Children) => <td className={CELL}>{children}</td>,
    code: ({ children, className }) => (
      <code className={`rounded bg-raised px-1 font-mono text-[0.92em] ${className ?? ''}`}>
        {children}
      </code>
    ),
    pre: ({ children }: Children) => <Fence>{children}</Fence>,
    a: ({ children, href }) => (
      <DocumentLink href={href ?? ''} {...links}>
        {children}
      </DocumentLink>
    ),
    img: ({ src, alt }) => (
      <Picture src={typeof src === 'string' ? src : ''} words={words.image(alt ?? '')} />
    ),
    input: ({ checked }) => (
      <input
        type="checkbox"
        checked={checked === true}
        readOnly
        disabled
        aria-label={checked === true ? words.checked : words.unchecked}
        className="mr-1.5 align-middle accent-[var(--accent)]"
      />
    ),
  }
}

const HEADING = 'mt-5 mb-2 font-semibold first:mt-0'
const LIST = 'my-2 pl-6 [&_ol]:my-0 [&_ul]:my-0'
const TASKS = 'my-2 list-none pl-1 [&_ul]:my-0 [&_ul]:pl-6 [&_ul.list-disc]:pl-11 [&_ol]:my-0'
const CELL = 'border border-line px-2 py-1 align-top'

function Fence({ children }: Children) {
  if (isValidElement<{ className?: string; children?: ReactNode }>(children)) {
    const { className, children: code } = children.props
    if (className?.includes('language-mermaid') && typeof code === 'string')
      return <MermaidDiagram code={code.trim()} />
  }
  return <CodeBlock>{children}</CodeBlock>
}

function Picture({ src, words }: { src: string; words: string }) {
  if (IMAGE.test(src)) return <img src={src} alt={words} className="my-2 max-w-full" />
  return <span className="rounded bg-raised px-1 text-muted">{words}</span>
}
