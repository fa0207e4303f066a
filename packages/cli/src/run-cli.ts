import { parseArgs } from 'node:util'
import { AbortedError, ApiError, type Client, createClient, SlipwayError, VERSION } from '@slipway/sdk'
import { type Command, type Option, SHARED_OPTIONS, type Values } from './command'
import { COMMANDS } from './commands'
import { requireConfig } from './config'
import { type Terminal, UsageError } from './terminal'
import { toFieldLines, toTable } from './to-table'
import { tokenFile } from './token-file'

/**
 * Runs a command. Returns the exit code: 0 for success, 1 for a failure, 2 for a command that is not understood, 130
 * after an interrupt.
 */
export async function runCli(terminal: Terminal): Promise<number> {
  const [name, ...rest] = terminal.args
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return explain(terminal, rest[0])
  if (name === '--version' || name === '-v') return print(terminal, VERSION)
  const command = COMMANDS.find((one) => one.name === name)
  try {
    if (!command) throw new UsageError(`Unknown command: ${name}. List all: slipway help`)
    const { values, positionals } = parse(command, rest)
    if (values.help) return explain(terminal, command.name)
    const [least, most] = command.takes
    if (positionals.length < least || positionals.length > most) throw new UsageError(`slipway ${command.usage}`)
    const env =
      typeof values['base-url'] === 'string' ? { ...terminal.env, SLIPWAY_BASE_URL: values['base-url'] } : terminal.env
    const own = { ...terminal, env }
    await command.run({
      terminal: own,
      values,
      positionals,
      client: () => clientOf(own),
      show: (rows, columns) =>
        terminal.print(
          values.json ? JSON.stringify(rows, null, 2) : rows.length === 0 ? 'None' : toTable(rows, columns),
        ),
      showOne: (record, fields) =>
        terminal.print(values.json ? JSON.stringify(record, null, 2) : toFieldLines(record, fields)),
    })
    return 0
  } catch (error) {
    if (error instanceof AbortedError) return 130
    terminal.note(describe(error))
    return error instanceof UsageError ? 2 : 1
  }
}

function parse({ options }: Command, args: readonly string[]): { values: Values; positionals: string[] } {
  const all = Object.entries({ ...options, ...SHARED_OPTIONS }).map(([name, { type, short, multiple = false }]) => [
    name,
    { type, multiple, ...(short ? { short } : {}) },
  ])
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(all),
      allowPositionals: true,
    })
    return { values, positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

async function clientOf(terminal: Terminal): Promise<Client> {
  const { apiKey, baseUrl } = await requireConfig(terminal)
  const isKept = terminal.env.SLIPWAY_API_KEY !== apiKey
  // With a key from the environment, nothing is written to disk.
  const store = isKept ? { tokenStore: tokenFile(terminal, { apiKey, baseUrl }) } : {}
  return createClient({ apiKey, baseUrl, fetch: terminal.fetch, ...store })
}

/** The problem, and what to do next. */
function describe(error: unknown): string {
  const lines = [error instanceof Error ? error.message : String(error)]
  if (error instanceof ApiError)
    lines.push(...error.errors, ...(error.requestId ? [`Request id: ${error.requestId}`] : []))
  if (error instanceof SlipwayError && error.idempotencyKey)
    lines.push(`To continue the same call: --idempotency-key ${error.idempotencyKey}`)
  return lines.join('\n')
}

function explain(terminal: Terminal, name: string | undefined): number {
  const command = COMMANDS.find((one) => one.name === name)
  const lines = command
    ? [`slipway ${command.usage}`, '', command.summary, '', ...optionLines({ ...command.options, ...SHARED_OPTIONS })]
    : [
        'slipway <command> [options]',
        '',
        ...COMMANDS.map((one) => `  ${one.name.padEnd(13)} ${one.summary}`),
        '',
        'slipway help <command> shows its options.',
      ]
  return print(terminal, lines.join('\n'))
}

function optionLines(options: Readonly<Record<string, Option>>): string[] {
  return Object.entries(options).map(([name, { value, description }]) => {
    const shown = `--${name}${value ? ` <${value}>` : ''}`
    return `  ${shown.padEnd(32)} ${description}`
  })
}

function print(terminal: Terminal, text: string): number {
  terminal.print(text)
  return 0
}
