import { COMPLETE } from './hidden-command.ts'
import { FOLDERS } from './folders-line.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/**
 * The scripts know no commands: they ask `sdd` itself, so they are never outdated. Its output is
 * never evaluated, because names come from a repository.
 */
const BASH = `# Completes sdd in bash. In ~/.bashrc: eval "$(sdd completion bash)"
_sdd_complete() {
  local at word line value current='' prefix joined=0 words=()
  # To bash "=" and ":" are words of their own; sdd has to see the whole.
  for ((at = 1; at <= COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    if [[ \${#words[@]} -gt 0 && ( $joined == 1 || $word == [=:]* ) ]]; then
      words[\${#words[@]}-1]+=$word
      [[ $word == [=:]* ]] && joined=1 || joined=0
    else
      words+=("$word")
    fi
  done
  [[ \${#words[@]} -gt 0 ]] && current=\${words[\${#words[@]}-1]}
  prefix=\${current%"\${current##*[=:]}"}
  COMPREPLY=()
  while IFS= read -r line; do
    value=\${line%%$'\\t'*}
    if [[ $value == ${FOLDERS} ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -d -- "$current")
    elif [[ $value == *[!A-Za-z0-9_.,/@=:-]* ]]; then
      COMPREPLY+=("$(printf %q "\${value#"$prefix"}")")
    else
      COMPREPLY+=("\${value#"$prefix"}")
    fi
  done < <(sdd ${COMPLETE} "\${words[@]}" 2>/dev/null)
}
complete -F _sdd_complete sdd
`

const ZSH = `#compdef sdd
# Completes sdd in zsh. In ~/.zshrc, after compinit: eval "$(sdd completion zsh)"
_sdd() {
  local line value
  local -a lines found shown
  lines=("\${(@f)$(sdd ${COMPLETE} "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${lines[@]}"; do
    value=\${line%%$'\\t'*}
    if [[ -z $value ]]; then
      continue
    elif [[ $value == ${FOLDERS} ]]; then
      _files -/
    elif [[ $value == $line ]]; then
      found+=("$value") shown+=("$value")
    else
      found+=("$value") shown+=("$value  -- \${line#*$'\\t'}")
    fi
  done
  if (( \${#found} )); then compadd -l -d shown -a found; fi
}
if [[ "\${funcstack[1]}" == _sdd ]]; then _sdd "$@"; else compdef _sdd sdd; fi
`

const FISH = `# Completes sdd in fish. Once: sdd completion fish > ~/.config/fish/completions/sdd.fish
function __sdd_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    for line in (sdd ${COMPLETE} $words "$current" 2>/dev/null)
        if test "$line" = ${FOLDERS}
            __fish_complete_directories "$current"
        else
            printf '%s\\n' "$line"
        end
    end
end
complete -c sdd -f -a '(__sdd_complete)'
`

export const SCRIPTS: Record<Shell, string> = { bash: BASH, zsh: ZSH, fish: FISH }
