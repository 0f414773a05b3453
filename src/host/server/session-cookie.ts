const NAME = 'sdd_session'
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Not `Secure`: this host speaks plain HTTP, and whether a proxy adds TLS it cannot know. */
export const sessionCookie = (secret: string): string =>
  `${NAME}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${YEAR_SECONDS}`

export const cookieValues = (header: string | undefined): string[] =>
  (header ?? '').split(';').flatMap((part) => {
    const [name, value] = part.trim().split('=', 2)
    return name === NAME && value ? [value] : []
  })
