/** Paths in it as they are seen from where the agent works. */
export const seenFrom = (folders: readonly string[], text: string): string =>
  folders.reduce((seen, folder) => seen.replaceAll(`${folder}/`, ''), text)

/** What may be cut of a path, and its name; any other text is all head. */
export function aroundFileName(text: string): [head: string, name: string] {
  const cut = text.lastIndexOf('/')
  const isPath = cut > 0 && cut < text.length - 1 && !/\s|:/.test(text)
  return isPath ? [text.slice(0, cut), text.slice(cut)] : [text, '']
}
