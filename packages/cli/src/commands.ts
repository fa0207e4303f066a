import { login, logout } from './account-commands'
import type { Command } from './command'
import { toCompletions } from './completions'
import { call, openapi, trigger } from './developer-commands'
import { listen } from './listen'
import { mcp } from './mcp'
import { logs, send, tx, wallets } from './wallet-commands'

const completions: Command = {
  name: 'completions',
  usage: 'completions bash|zsh|fish',
  summary: 'Prints completions: eval "$(slipway completions bash)"',
  takes: [1, 1],
  words: ['bash', 'zsh', 'fish'],
  options: {},
  async run({ terminal, positionals: [shell = ''] }) {
    terminal.print(toCompletions(shell, COMMANDS))
  },
}

/** Every command. Help and completions are made from this list. */
export const COMMANDS: readonly Command[] = [
  login,
  logout,
  listen,
  trigger,
  wallets,
  send,
  tx,
  logs,
  call,
  openapi,
  mcp,
  completions,
]
