import { type Command, type Option, SHARED_OPTIONS } from './command'
import { UsageError } from './terminal'

/** The script that makes a shell complete commands, options, and the words that a command takes. */
export function toCompletions(shell: string, commands: readonly Command[]): string {
  if (shell === 'bash') return toBash(commands)
  if (shell === 'zsh') return `autoload -U +X bashcompinit && bashcompinit\n${toBash(commands)}`
  if (shell === 'fish') return toFish(commands)
  throw new UsageError(`No completions for ${shell}: choose bash, zsh or fish`)
}

function toBash(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const wordsOf = ({ options, words = [] }: Command) =>
    [...words, ...Object.keys({ ...options, ...SHARED_OPTIONS }).map((name) => `--${name}`)].join(' ')
  const cases = commands.map((command) => `    ${command.name}) words="${wordsOf(command)}" ;;`).join('\n')
  return `_slipway() {
  local words="help ${names}"
  case "\${COMP_WORDS[1]}" in
    help) words="${names}" ;;
${cases}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="help ${names}"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _slipway slipway`
}

function toFish(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  return [
    'complete -c slipway -f',
    `complete -c slipway -n '__fish_seen_subcommand_from help' -a '${names}'`,
    ...Object.entries(SHARED_OPTIONS).map((one) => fishOption('complete -c slipway', one)),
    ...commands.flatMap(({ name, summary, options, words = [] }) => {
      const inside = `complete -c slipway -n '__fish_seen_subcommand_from ${name}'`
      return [
        `complete -c slipway -n __fish_use_subcommand -a ${name} -d '${quoted(summary)}'`,
        ...(words.length > 0 ? [`${inside} -a '${words.join(' ')}'`] : []),
        ...Object.entries(options).map((one) => fishOption(inside, one)),
      ]
    }),
  ].join('\n')
}

/** `-r`: a value follows. */
function fishOption(start: string, [name, { type, description }]: [string, Option]): string {
  return `${start}${type === 'string' ? ' -r' : ''} -l ${name} -d '${quoted(description)}'`
}

function quoted(text: string): string {
  return text.replaceAll("'", "\\'")
}
