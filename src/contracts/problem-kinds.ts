/** What can keep an agent from working at all. */
export const PROBLEM_KINDS = [
  'quota',
  'auth',
  /** Not allowed for this account, model or proxy; retrying does not help. */
  'forbidden',
  'overloaded',
  /** The model's server failed. */
  'server',
  'network',
  'budget',
  'denied',
] as const
