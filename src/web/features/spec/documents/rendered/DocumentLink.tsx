import type { ReactNode } from 'react'

interface DocumentLinkProps {
  href: string
  documents: string[]
  onSelect(document: string): void
  children: ReactNode
}

/** A link to the web, to another document in the same folder, or plain text if neither. */
export function DocumentLink({ href, documents, onSelect, children }: DocumentLinkProps) {
  if (/^(?:https?:|mailto:)/i.test(href))
    return (
      <a href={href} target="_blank" rel="noreferrer noopener" className={LINK}>
        {children}
      </a>
    )
  const name = href.replace(/^\.\//, '').replace(/[?#].*$/, '')
  if (documents.includes(name))
    return (
      <button type="button" className={LINK} onClick={() => onSelect(name)}>
        {children}
      </button>
    )
  return <span title={href}>{children}</span>
}

const LINK = 'text-accent underline underline-offset-2 hover:text-accent-hover'
