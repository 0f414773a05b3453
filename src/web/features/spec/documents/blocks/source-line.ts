/**
 * The line of the source that a selection in a block begins on: the one that holds its first words.
 * A block may stand for many lines; its first one where nothing fits.
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

/** Without what markdown writes around words. */
const plain = (text: string): string => text.replaceAll(/[*_`~[\]]/g, '').replaceAll(/\s+/g, ' ')
