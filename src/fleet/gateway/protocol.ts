/** What a worker and a gateway have to agree on before they can talk. */
export const WORKER_PATH = '/worker'
export const ENROL_PATH = '/enrol'
export const VERSION_HEADER = 'x-sdd-version'
