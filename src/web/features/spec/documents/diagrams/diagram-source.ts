const ACTING =
  /<\s*\/?(?:img|image|iframe|script|svg|math|object|embed|video|audio|source|link|style|meta|base|form|input|button)\b/i
const HANDLER = /<[a-z/][^>]*[\s/"']on\w+\s*=/i

/**
 * Diagrams can hold markup and name pictures and style sheets elsewhere, and Mermaid puts them into
 * the page while it draws, before anything can be cleaned. Whatever may be one of them is not
 * drawn, also where it is only written like one.
 */
export function isDangerous(source: string): boolean {
  if (ACTING.test(source) || HANDLER.test(source)) return true
  if (/url\s*\(|@import|image-set\s*\(/i.test(source)) return true
  if (/@\{/.test(source) && /img|\\/i.test(source)) return true
  if (/^\s*properties\b/im.test(source) && /icon|\\/i.test(source)) return true
  // An escape can spell any of the words above.
  return /^\s*(?:style|classDef|linkStyle|cssClass)\b.*\\/im.test(source)
}
