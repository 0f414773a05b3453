export class HostGone extends Error {
  constructor(cause: unknown) {
    super('the host does not answer', { cause })
  }
}
