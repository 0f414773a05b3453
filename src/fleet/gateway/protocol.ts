/** What a worker and a gateway have to agree on before they can talk. */
export const WORKER_PATH = '/worker'
export const ENROL_PATH = '/enrol'
export const TERMINAL_PATH = '/pair-terminal'
export const VERSION_HEADER = 'x-sdd-version'
/** The HTTP statuses with which a connection is refused for good. */
export const NOT_ADMITTED = 401
export const OTHER_VERSION = 426
