const YEAR_SECONDS = 365 * 24 * 60 * 60

/** With the port in it: the pages of two hosts of one address must not log each other out. */
const nameAt = (port: number): string => `sdd_session_${port}`

/** Not `Secure`: this host speaks plain HTTP, and whether a proxy adds TLS it cannot know. */
export const sessionCookie = (secret: string, port: number): string =>
  `${nameAt(port)}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${YEAR_SECONDS}`

export const cookieValues = (header: string | undefined, port: number): string[] =>
  (header ?? '').split(';').flatMap((part) => {
    const [name, value] = part.trim().split('=', 2)
    return name === nameAt(port) && value ? [value] : []
  })
