/** At most `length` UTF-16 units, without half of a character at the end. */
export const cutTo = (text: string, length: number): string =>
  text.length > length ? text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') : text

/** At most `length` UTF-16 units, and `end` where something was left out. */
export const shortened = (text: string, length: number, end = '…'): string =>
  text.length > length ? `${cutTo(text, length - end.length).trimEnd()}${end}` : text
