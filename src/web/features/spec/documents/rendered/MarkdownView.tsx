import { createContext, isValidElement, memo, use, useMemo, type ReactNode } from 'react'
import Markdown, { defaultUrlTransform, type Components } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { useMessages, type Messages } from '../../../../i18n/messages.ts'
import { useReadingWords } from '../../../../i18n/reading-words.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { DocumentLink } from './DocumentLink.tsx'
import { MermaidDiagram } from '../diagrams/MermaidDiagram.tsx'
import { BlockSlot } from '../blocks/BlockSlot.tsx'
import { rehypeBlocks } from '../blocks/rehype-blocks.ts'
import { remarkTaskBoxes } from './remark-task-boxes.ts'

interface MarkdownViewProps {
  text: string
  /** The documents that a link may point to. */
  documents: string[]
  /** Tasks marked as put aside need not be done. */
  skips?: boolean
  onSelect(document: string): void
}

/** Only embedded images: any other would tell its server who is reading. */
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,/
const SCHEMA = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, src: ['data'] },
}

export const MarkdownView = memo(function MarkdownView(props: MarkdownViewProps) {
  const { text, documents, skips = false, onSelect } = props
  const m = useMessages()
  const words = useReadingWords()
  const components = useMemo(() => parts(m), [m])
  const links = useMemo(() => ({ documents, onSelect }), [documents, onSelect])
  return (
    <LinksOf value={links}>
      <Markdown
        skipHtml
        remarkPlugins={[remarkGfm, [remarkTaskBoxes, { marks: words.marks, skips }]]}
        // Last, after sanitizing, so that the document cannot forge our own attributes.
        rehypePlugins={[[rehypeSanitize, SCHEMA], rehypeBlocks]}
        urlTransform={(url, key) =>
          key === 'src' && IMAGE.test(url) ? url : defaultUrlTransform(url)
        }
        components={components}
      >
        {text}
      </Markdown>
    </LinksOf>
  )
})

type Links = Pick<MarkdownViewProps, 'documents' | 'onSelect'>

/** A context, because new components would remount every block and redraw diagrams. */
const LinksOf = createContext<Links>({ documents: [], onSelect: () => undefined })

function LinkOf({ href, children }: Children & { href: string }) {
  return (
    <DocumentLink href={href} {...use(LinksOf)}>
      {children}
    </DocumentLink>
  )
}

type Children = { children?: ReactNode }
/** The source line of the block. */
type Block = Children & { 'data-line'?: string | number }

/** Headings start one level below that of the screen. */
function parts({ documents: words }: Messages): Components {
  return {
    ...HEADINGS,
    p: ({ children, ...rest }: Block) => (
      <p {...lineOf(rest)} className="my-2">
        {children}
      </p>
    ),
    div: (props: Children & { 'data-slot'?: string | number }) => (
      <BlockSlot lines={String(props['data-slot'] ?? '')} />
    ),
    ul: ({ children }: Children) => <ul className={`${LIST} list-disc`}>{children}</ul>,
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
    pre: ({ children, ...rest }: Block) => (
      <div {...lineOf(rest)}>
        <Fence>{children}</Fence>
      </div>
    ),
    a: ({ children, href }) => <LinkOf href={href ?? ''}>{children}</LinkOf>,
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

const lineOf = (props: Omit<Block, 'children'>) => ({ 'data-line': props['data-line'] })

const heading = (Tag: 'h2' | 'h3' | 'h4' | 'h5' | 'h6', look: string) =>
  function Heading({ children, ...rest }: Block) {
    return (
      <Tag {...lineOf(rest)} className={`${HEADING} ${look}`}>
        {children}
      </Tag>
    )
  }

const HEADING = 'mt-5 mb-2 font-semibold first:mt-0'
const HEADINGS: Components = {
  h1: heading('h2', 'text-xl'),
  h2: heading('h3', 'border-b border-line pb-1 text-base'),
  h3: heading('h4', 'text-sm'),
  h4: heading('h5', ''),
  h5: heading('h6', ''),
  h6: heading('h6', 'text-muted'),
}
/** A checkbox replaces the bullet, even among items that have bullets. */
const LIST =
  'my-2 pl-6 [&_ol]:my-0 [&_ul]:my-0 [&>li.task-list-item]:list-none [&>li.task-list-item]:-ml-5 [&>li.task-list-item>ol]:pl-11 [&>li.task-list-item>ul]:pl-11'
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
