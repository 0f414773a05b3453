/** What can keep an agent from working at all. */
export const PROBLEM_KINDS = [
  'quota',
  'auth',
  /** The account, the model or a proxy is not allowed it, however often it is tried. */
  'forbidden',
  'overloaded',
  /** The model's server failed by itself. */
  'server',
  'network',
  'budget',
  'denied',
] as const
