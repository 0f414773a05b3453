interface Node {
  type: string
  tagName?: string
  properties?: Record<string, unknown>
  position?: { start: { line: number }; end: { line: number } } | undefined
  children?: Node[]
}

const LEAVES = /^(?:h[1-6]|p|pre|table)$/
const LISTS = /^(?:ul|ol)$/

/**
 * Marks every block with its source lines, and adds a slot after it for comment forms. A list item
 * is one block with its text, without its nested lists.
 */
export const rehypeBlocks = () => (tree: Node) => walk(tree)

function walk(parent: Node): void {
  if (parent.children === undefined) return
  parent.children = parent.children.flatMap((node): Node[] => {
    if (node.type !== 'element') return [node]
    if (node.tagName === 'li') return [item(node)]
    if (!LEAVES.test(node.tagName ?? '')) {
      walk(node)
      return [node]
    }
    mark(node)
    if (node.tagName === 'table') rows(node)
    return [node, ...slot(node, node.position?.end.line)]
  })
}

function item(node: Node): Node {
  mark(node)
  const children = node.children ?? []
  const at = children.findIndex((child) => LISTS.test(child.tagName ?? ''))
  const inner = at === -1 ? undefined : children[at]?.position?.start.line
  const end = inner === undefined ? node.position?.end.line : inner - 1
  for (const child of children) if (!isText(child)) walk(child)
  const own = at === -1 ? children : children.slice(0, at)
  node.children = [...own, ...slot(node, end), ...(at === -1 ? [] : children.slice(at))]
  return node
}

/** A paragraph in a list item belongs to the item's own block. */
const isText = ({ tagName = '' }: Node): boolean => LEAVES.test(tagName)

/** Marks each table row; comment forms are shown below the table. */
function rows(node: Node): void {
  if (node.tagName === 'tr') mark(node)
  for (const child of node.children ?? []) rows(child)
}

function mark(node: Node): void {
  const line = node.position?.start.line
  if (line !== undefined) node.properties = { ...node.properties, dataLine: line }
}

function slot({ position }: Node, end: number | undefined): Node[] {
  if (position === undefined || end === undefined) return []
  const lines = `${position.start.line}-${Math.max(position.start.line, end)}`
  return [{ type: 'element', tagName: 'div', properties: { dataSlot: lines }, children: [] }]
}
