export type PromptErrorCode = 'prompt-unreadable' | 'prompt-invalid' | 'comments-unreadable'

/** No agent is started with half a prompt: the launch reports this as the step's failure. */
export class PromptError extends Error {
  override readonly name = 'PromptError'
  readonly code: PromptErrorCode
  readonly file: string

  constructor(code: PromptErrorCode, file: string, cause: unknown) {
    super(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.code = code
    this.file = file
  }
}
