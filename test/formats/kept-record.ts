interface Member {
  name: string
  /** Everything between the previous value and this one. */
  before: string
  value: string
}

/** The keys of spec.json that the host writes; everything else belongs to others. */
const OURS =
  /^(?:phase|updated_at|approvals(?:\.(?:requirements|design|tasks)(?:\.(?:generated|approved))?)?|documentReview(?:\.(?:status|currentRound|roundDetails))?|inspection(?:\.rounds)?|impl(?:\.mode)?)$/

/** Changes of a spec.json that the host must not make. */
export function recordChanges(before: string, after: string): string[] {
  const was = before.indexOf('{')
  const is = after.indexOf('{')
  if (before.slice(0, was) !== after.slice(0, is)) return ['begins differently']
  const ends = before.slice(before.lastIndexOf('}')) === after.slice(after.lastIndexOf('}'))
  return [...changesOf(before.slice(was), after.slice(is)), ...(ends ? [] : ['ends differently'])]
}

function changesOf(before: string, after: string, above = ''): string[] {
  const now = membersOf(after)
  return membersOf(before).flatMap((member, at) => {
    const other = now[at]
    const path = `${above}${member.name}`
    if (other?.name !== member.name) return [`has lost ${path}, or it is elsewhere`]
    if (other.before !== member.before) return [`has other spaces before ${path}`]
    if (other.value === member.value) return []
    if (member.value.startsWith('{') && other.value.startsWith('{'))
      return changesOf(member.value, other.value, `${path}.`)
    return OURS.test(path) ? [] : [`has another ${path}`]
  })
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g

/** The members of the object with which the text begins. */
function membersOf(text: string): Member[] {
  const members: Member[] = []
  const tokens = [...text.matchAll(TOKEN)].map(([word], at, all) => ({
    word,
    from: all[at]?.index ?? 0,
  }))
  let depth = 0
  let end = 1
  let name: string | null = null
  let from = 0
  for (const token of tokens) {
    const { word } = token
    const isEnd = depth === 1 && (word === ',' || word === '}')
    if (isEnd && name !== null) {
      const value = text.slice(from, token.from).trimEnd()
      members.push({ name, before: text.slice(end, from), value })
      end = from + value.length
      name = null
    }
    if (word === '{' || word === '[') depth++
    if (word === '}' || word === ']') depth--
    if (depth === 0) break
    if (depth !== 1 || name !== null || !word.startsWith('"')) continue
    name = JSON.parse(word) as string
    from = valueAfter(text, token.from + word.length)
  }
  return members
}

function valueAfter(text: string, at: number): number {
  const colon = text.indexOf(':', at) + 1
  return colon + (text.slice(colon).length - text.slice(colon).trimStart().length)
}
