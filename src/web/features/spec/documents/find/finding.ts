import type { RefObject } from 'react'

/** The search of the document on screen; each view finds in its own way. */
export interface Finding {
  isOpen: boolean
  query: string
  input: RefObject<HTMLInputElement | null>
  setQuery(query: string): void
  close(): void
}
