import type { ReactNode } from 'react'

export interface PaletteCommand {
  key: string
  label: string
  hint?: string
  icon: ReactNode
  run(): void
}

export interface PaletteGroup {
  title: string
  commands: PaletteCommand[]
}

/** More than a screenful is no help, and a thousand items would slow down every key press. */
const MOST = 30

/** Every word must occur; labels that begin with the query come first. */
export function matching(groups: PaletteGroup[], query: string): PaletteGroup[] {
  const wanted = query.trim().toLowerCase()
  const words = wanted.split(/\s+/)
  return groups
    .map(({ title, commands }) => ({
      title,
      commands: commands
        .map((command) => ({ command, text: textOf(command) }))
        .filter(({ text }) => words.every((word) => text.includes(word)))
        .sort((a, b) => Number(b.text.startsWith(wanted)) - Number(a.text.startsWith(wanted)))
        .slice(0, MOST)
        .map(({ command }) => command),
    }))
    .filter(({ commands }) => commands.length > 0)
}

const textOf = ({ label, hint = '' }: PaletteCommand): string => `${label} ${hint}`.toLowerCase()
