/** The kind of a token; its colour is in the style sheet. */
export type Look = 'keyword' | 'string' | 'comment' | 'value' | 'name' | 'type'

export interface Token {
  text: string
  look: Look | null
}
