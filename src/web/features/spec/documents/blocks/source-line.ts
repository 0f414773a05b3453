/**
 * The source line where a selection in a block begins: the one containing its first words, or the
 * first line of the block if none matches.
 */
export function lineOfSelection(
  lines: readonly string[],
  { from, to }: { from: number; to: number },
  selected: string,
): number {
  const words = plain(selected.trim().split('\n')[0] ?? '')
  if (words === '') return from
  for (let line = from; line <= to; line++) {
    const text = plain(lines[line - 1] ?? '')
    if (text.includes(words) || (text !== '' && words.startsWith(text))) return line
  }
  return from
}

/** Strips inline markdown. */
const plain = (text: string): string => text.replaceAll(/[*_`~[\]]/g, '').replaceAll(/\s+/g, ' ')
