/** The line that asks the shell to complete folders itself. No name begins with a colon. */
export const FOLDERS = ':folders'
