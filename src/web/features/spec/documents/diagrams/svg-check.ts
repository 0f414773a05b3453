import DOMPurify from 'dompurify'

const PURIFIER = DOMPurify(window)

const ADDRESSES = new Set(['href', 'xlink:href', 'src'])
/** A reference inside the drawing, or an embedded image. */
const HARMLESS = /^#|^data:image\/(?:png|jpeg|gif|webp);base64,/

PURIFIER.addHook('uponSanitizeAttribute', (_, data) => {
  const name = data.attrName.toLowerCase()
  if (ADDRESSES.has(name)) data.keepAttr = HARMLESS.test(data.attrValue)
  else if (name === 'style') data.attrValue = ownDeclarations(data.attrValue)
  else if (loads(data.attrValue)) data.keepAttr = false
})

/** The drawing as a node that can neither run nor load anything; null if nothing is left. */
export function safeSvg(source: string, id: string): SVGSVGElement | null {
  const clean = PURIFIER.sanitize(source, {
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ['style'],
    FORBID_TAGS: ['script', 'foreignObject', 'feImage', 'animate', 'set'],
    RETURN_DOM_FRAGMENT: true,
  })
  const root = clean.firstElementChild
  if (!(root instanceof SVGSVGElement)) return null
  for (const style of root.querySelectorAll('style'))
    style.textContent = ownRules(style.textContent ?? '', id)
  return root
}

/** A style sheet in an SVG applies to the whole page, so only rules for the drawing are kept. */
function ownRules(css: string, id: string): string {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return [...sheet.cssRules]
    .filter((rule) => isOwn(rule, id) && !loads(rule.cssText))
    .map((rule) => rule.cssText)
    .join('\n')
}

function isOwn(rule: CSSRule, id: string): boolean {
  if (rule instanceof CSSKeyframesRule) return true
  if (!(rule instanceof CSSStyleRule)) return false
  return rule.cssRules.length === 0 && selectors(rule).every((one) => one.startsWith(`#${id}`))
}

const selectors = ({ selectorText }: CSSStyleRule): string[] =>
  selectorText.split(',').map((one) => one.trim())

/** Parsed by the browser itself, so that no spelling can hide an address. */
function ownDeclarations(css: string): string {
  const { style } = document.createElement('i')
  style.cssText = css
  const loading = [...style].filter((property) => loads(style.getPropertyValue(property)))
  for (const property of loading) style.removeProperty(property)
  return style.cssText
}

const loads = (text: string): boolean =>
  /javascript:|@import|expression\(|image-set\(/i.test(text) ||
  [...text.matchAll(/url\(\s*["']?(.?)/gi)].some(([, first]) => first !== '#')
