const ACTING =
  /<\s*\/?(?:img|image|iframe|script|svg|math|object|embed|video|audio|source|link|style|meta|base|form|input|button)\b/i
const HANDLER = /<[a-z/][^>]*[\s/"']on\w+\s*=/i

/**
 * Diagrams can contain markup and refer to external images and style sheets, and Mermaid puts them
 * into the page while drawing, before anything can be sanitized. So anything that might be one is
 * not drawn, even if it only looks like one.
 */
export function isDangerous(source: string): boolean {
  if (ACTING.test(source) || HANDLER.test(source)) return true
  if (/url\s*\(|@import|image-set\s*\(/i.test(source)) return true
  if (/@\{/.test(source) && /img|\\/i.test(source)) return true
  if (/^\s*properties\b/im.test(source) && /icon|\\/i.test(source)) return true
  // An escape sequence can spell any of the words above.
  return /^\s*(?:style|classDef|linkStyle|cssClass)\b.*\\/im.test(source)
}
