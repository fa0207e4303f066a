import type { Command } from './command'
import { UsageError } from './terminal'

/** The script that makes a shell complete commands and options. */
export function toCompletions(shell: string, commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const optionsOf = ({ options }: Command) =>
    [...Object.keys(options), 'json', 'help'].map((name) => `--${name}`).join(' ')
  const cases = commands.map((command) => `    ${command.name}) words="${optionsOf(command)}" ;;`).join('\n')
  const bash = `_slipway() {
  local words="${names}"
  case "\${COMP_WORDS[1]}" in
${cases}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${names}"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _slipway slipway`
  if (shell === 'bash') return bash
  if (shell === 'zsh') return `autoload -U +X bashcompinit && bashcompinit\n${bash}`
  if (shell !== 'fish') throw new UsageError('completions are there for bash, zsh and fish')
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c slipway -f -n __fish_use_subcommand -a ${name} -d '${quoted(summary)}'`,
    ...Object.entries(options).map(
      ([option, { description }]) =>
        `complete -c slipway -n '__fish_seen_subcommand_from ${name}' -l ${option} -d '${quoted(description)}'`,
    ),
  ])
  return lines.join('\n')
}

function quoted(text: string): string {
  return text.replaceAll("'", "\\'")
}
