/** How a piece of code looks; the colours are in the style sheet. */
export type Look = 'keyword' | 'string' | 'comment' | 'value' | 'name' | 'type'

export interface Token {
  text: string
  look: Look | null
}
