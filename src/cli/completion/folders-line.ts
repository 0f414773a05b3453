/** The line by which the shell is asked for folders of its own. No name begins with a colon. */
export const FOLDERS = ':folders'
