const FORBIDDEN = new Set([
  'script',
  'foreignobject',
  'iframe',
  'object',
  'embed',
  'audio',
  'video',
  'link',
  'meta',
  'base',
  'set',
  'animate',
])
/** Of an address only a place in the drawing itself is harmless. */
const ADDRESSES = new Set(['href', 'xlink:href', 'src'])

/** The drawing as a node, or null when it holds anything that could act or load something. */
export function safeSvg(source: string): SVGSVGElement | null {
  const parsed = new DOMParser().parseFromString(source, 'image/svg+xml')
  const root = parsed.documentElement
  if (!(root instanceof SVGSVGElement)) return null
  const elements = [root, ...root.querySelectorAll('*')]
  return elements.every(isSafe) ? root : null
}

function isSafe(element: Element): boolean {
  if (FORBIDDEN.has(element.localName.toLowerCase())) return false
  if (element.localName === 'style' && loads(element.textContent)) return false
  return [...element.attributes].every(({ name, value }) => {
    const lower = name.toLowerCase()
    if (lower.startsWith('on')) return false
    if (ADDRESSES.has(lower)) return value.startsWith('#')
    return !loads(value)
  })
}

const loads = (text: string): boolean =>
  /javascript:|@import|expression\(/i.test(text) || /url\(\s*['"]?(?!['"]?#)/i.test(text)
