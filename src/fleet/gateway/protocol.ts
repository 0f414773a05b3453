/** What a worker and a gateway have to agree on before they can talk. */
export const WORKER_PATH = '/worker'
export const ENROL_PATH = '/enrol'
export const TERMINAL_PATH = '/pair-terminal'
export const VERSION_HEADER = 'x-sdd-version'
