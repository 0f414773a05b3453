import type { CommandDetails } from '../command.ts'
import { SCRIPTS, SHELLS, type Shell } from '../completion/scripts.ts'
import { EXIT } from '../exit-codes.ts'
import { UsageError } from '../problems.ts'
import { oneOf } from '../words/commands/closest.ts'

export const command: CommandDetails = {
  help: `
Prints a script that completes commands, options, specs, bugs, phases and settings:

  bash   in ~/.bashrc: eval "$(sdd completion bash)"
  zsh    in ~/.zshrc, after compinit: eval "$(sdd completion zsh)"
  fish   once: sdd completion fish > ~/.config/fish/completions/sdd.fish

The script asks sdd for the words, so an update needs no new script. sdd has to be on the PATH.`,
  options: {},
  async run({ positionals, output }) {
    const [word = ''] = positionals
    const shell = SHELLS.find((known): known is Shell => known === word)
    if (shell === undefined)
      throw new UsageError(`There is no completion for ${word}`, oneOf(word, SHELLS))
    const script = SCRIPTS[shell]
    output.data({ type: 'completion', shell, script })
    if (!output.isJson) output.say(script.trimEnd())
    return EXIT.completed
  },
}
