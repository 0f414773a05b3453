/** Makes the paths in a text relative to where the agent works. */
export const seenFrom = (folders: readonly string[], text: string): string =>
  folders.reduce((seen, folder) => seen.replaceAll(`${folder}/`, ''), text)

/** Splits a path into the part that may be cut and its file name; other text is all head. */
export function aroundFileName(text: string): [head: string, name: string] {
  const cut = text.lastIndexOf('/')
  const isPath = cut > 0 && cut < text.length - 1 && !/\s|:/.test(text)
  return isPath ? [text.slice(0, cut), text.slice(cut)] : [text, '']
}
