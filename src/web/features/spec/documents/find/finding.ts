import type { RefObject } from 'react'

/** The search in the document on screen; each view implements it in its own way. */
export interface Finding {
  isOpen: boolean
  query: string
  input: RefObject<HTMLInputElement | null>
  setQuery(query: string): void
  close(): void
}
