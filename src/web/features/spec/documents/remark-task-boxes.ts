interface Node {
  type: string
  value?: string
  checked?: boolean | null
  children?: Node[]
}

/** `[ ]*` is an optional task, `[-]` one at work, `[~]` one that waits: GitHub knows none of them. */
const BOX = /^\[([ xX~-])\](\*?)\s+/

/** Shows them as the boxes that they are. */
export const remarkTaskBoxes =
  (optional: string) =>
  (tree: Node): void =>
    visit(tree, optional)

function visit(node: Node, optional: string): void {
  if (node.type === 'listItem') tick(node, optional)
  for (const child of node.children ?? []) visit(child, optional)
}

function tick(item: Node, optional: string): void {
  const paragraph = item.children?.[0]
  const first = paragraph?.type === 'paragraph' ? paragraph.children?.[0] : undefined
  if (paragraph?.children === undefined || first?.type !== 'text') return
  const [box, state, star] = BOX.exec(first.value ?? '') ?? []
  if (box === undefined || typeof item.checked === 'boolean') return
  item.checked = state === 'x' || state === 'X'
  first.value = (first.value ?? '').slice(box.length)
  if (star !== '*') return
  const mark: Node = { type: 'emphasis', children: [{ type: 'text', value: `(${optional})` }] }
  paragraph.children = [mark, { type: 'text', value: ' ' }, ...paragraph.children]
}
