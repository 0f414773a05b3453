/** In no help: `sdd __complete WORD…` prints what the last word could become. */
export const COMPLETE = '__complete'
