/** What follows the box of a task: its number, its title, and the marks around them. */
export interface Label {
  id: string | null
  title: string
  starred: boolean
  parallel: boolean
}

export function readLabel(body: string): Label {
  const before = cutParallel(body)
  const { id, starred, title } = splitEmphasisedId(before.text)
  const after = cutParallel(title)
  return { id, starred, title: after.text, parallel: before.found || after.found }
}

function cutParallel(text: string): { found: boolean; text: string } {
  if (!text.includes('P')) return { found: false, text }
  const cut = text
    .replace(/^[([（]P[)\]）](?![\w(])/, '')
    .replace(/\s[([（]P[)\]）](\*{0,2})$/, '$1')
  return { found: cut !== text, text: cut.trim() }
}

type Id = Omit<Label, 'parallel'>

/** In `**2.1** Title` the stars mean bold; read as "optional", they would let an open task pass. */
function splitEmphasisedId(text: string): Id {
  const lead = /^(?:\*\*|__|\*|_)(?=\S)/.exec(text)?.[0]
  if (lead === undefined) return splitId(text)
  const { id, title } = splitId(text.slice(lead.length))
  if (id === null) return { id, title: text, starred: false }
  if (title.endsWith(lead)) return { id, title: title.slice(0, -lead.length), starred: false }
  return { id, title: title.includes(lead) ? lead + title : title, starred: false }
}

const ID = /^(?:T-?)?[0-9０-９]+(?:[.．][0-9０-９]+)*/

function splitId(text: string): Id {
  const found = ID.exec(text)?.[0]
  if (found === undefined) return { id: null, title: text, starred: false }
  const id = found.normalize('NFKC')
  const rest = text.slice(found.length)
  const spaced = /^(\\?\*)?\\?[.．)）:：、]?(\\?\*)?(?=\s|$)/.exec(rest)
  if (spaced) {
    const starred = (spaced[1] === undefined) !== (spaced[2] === undefined)
    return { id, title: rest.slice(spaced[0].length).trim(), starred }
  }
  const glued = /^([.．)）:：、]?)\P{ASCII}/u.exec(rest)
  const end = glued?.[1] ?? ''
  if (glued && (end !== '' || id.includes('.'))) {
    return { id, title: rest.slice(end.length), starred: false }
  }
  return { id: null, title: text, starred: false }
}
