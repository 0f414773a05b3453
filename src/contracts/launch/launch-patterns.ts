/**
 * Values that come from files or from an agent's output, and end up on a command line. None can
 * begin with a dash: the program would read it as an option.
 */
export const MODEL_NAME = {
  pattern: /^[A-Za-z0-9][A-Za-z0-9_.:/@[\]-]{0,199}$/,
  allowed: 'the name of a model: letters, digits and . _ : / @ [ ] - only',
}

export const EFFORT = {
  pattern: /^[a-z][a-z0-9-]{0,29}$/,
  allowed: 'one word such as low, medium or high',
}

/** A tool, with what it may be used for in brackets: `Edit`, `Bash(npm test:*)`. */
export const TOOL_RULE = {
  pattern: /^[A-Za-z][\w-]{0,99}(\([^()\p{Cc}]{1,199}\))?$/u,
  allowed: 'a tool such as Edit or Bash(npm test:*)',
}
