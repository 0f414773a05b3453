/** Not in the help: `sdd __complete WORD…` prints the completions of the last word. */
export const COMPLETE = '__complete'
