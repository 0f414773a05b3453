const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Includes the port: two hosts on one address must not log each other out. */
const nameAt = (port: number): string => `sdd_session_${port}`

/** `Secure` only if we speak TLS ourselves: we cannot know whether a proxy does. */
export const sessionCookie = (secret: string, { port, isSecure }: Place): string =>
  `${nameAt(port)}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${YEAR_SECONDS}${isSecure ? '; Secure' : ''}`

interface Place {
  port: number
  isSecure?: boolean
}

export const cookieValues = (header: string | undefined, port: number): string[] =>
  (header ?? '').split(';').flatMap((part) => {
    const [name, value] = part.trim().split('=', 2)
    return name === nameAt(port) && value ? [value] : []
  })
