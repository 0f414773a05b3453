import { useChangeWords } from '../../../../i18n/reading-words.ts'
import type { Section } from './sections.ts'

/** The display name of a section's owner. */
export function useOwnerName(): (section: Section) => string {
  const { owners } = useChangeWords()
  return ({ owner }) => {
    switch (owner.by) {
      case 'item':
        return owners.item
      case 'person':
        return owners.person
      case 'other':
        return owners[owner.item.kind](owner.item.name)
      default:
        return owner satisfies never
    }
  }
}
