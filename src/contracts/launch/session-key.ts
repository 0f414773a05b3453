/**
 * The half of a session that a browser keeps for our own origin, port included. Cookies go to every
 * port of an address: what a server there receives must not be enough to get access here.
 */
export const KEY_STORAGE = 'sdd.key'
export const KEY_HEADER = 'x-sdd-key'

/** A browser's WebSocket takes no headers: the key travels as a protocol that is never chosen. */
export const SOCKET_PROTOCOL = 'sdd'
const KEY_PROTOCOL = 'sdd-key.'

export const keyProtocols = (key: string): string[] => [SOCKET_PROTOCOL, KEY_PROTOCOL + key]

export const keyInProtocols = (header: string): string | null =>
  header
    .split(',')
    .map((name) => name.trim())
    .find((name) => name.startsWith(KEY_PROTOCOL))
    ?.slice(KEY_PROTOCOL.length) ?? null
