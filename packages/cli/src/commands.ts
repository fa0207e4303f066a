import { writeFile } from 'node:fs/promises'
import type { TokenOperation, Transaction } from '@slipway/sdk'
import { type Call, type Command, textOf } from './command'
import { toCompletions } from './completions'
import { forgetConfig, readConfig, requireConfig, saveConfig } from './config'
import { exampleOf, kindsOf } from './example-events'
import { forward } from './forward'
import { identify } from './identify'
import { listen } from './listen'
import { mcp } from './mcp'
import { readDocument } from './read-document'
import { readTarget } from './target'
import { UsageError } from './terminal'

const WATCH = { type: 'boolean', description: 'Waits for the outcome and shows each stage' } as const
const CHAIN_TYPE = { type: 'string', value: 'EVM|SOLANA', description: 'The chain family' } as const
const TX_COLUMNS = ['id', 'type', 'status', 'stage', 'amount', 'fromAddress', 'toAddress', 'txHash', 'createdAt']

const login: Command = {
  name: 'login',
  usage: 'login [--base-url https://api.example.com]',
  summary: 'Asks for an API key and keeps it in a file that only you can read',
  takes: [0, 0],
  options: {},
  async run({ terminal, values }) {
    const kept = await readConfig(terminal)
    const baseUrl = textOf(values, 'base-url') ?? terminal.env.SLIPWAY_BASE_URL ?? kept?.baseUrl
    if (!baseUrl) throw new UsageError('Say where the API is: slipway login --base-url https://api.example.com')
    const apiKey = (await terminal.readSecret('API key (sk_live_...): ')).trim()
    if (!/^sk_\w+$/.test(apiKey)) throw new UsageError('That is no API key: it begins with sk_')
    const keeps = kept?.apiKey === apiKey && kept.baseUrl === baseUrl ? kept : {}
    const config = await identify(
      { ...terminal, env: { XDG_CONFIG_HOME: terminal.env.XDG_CONFIG_HOME } },
      { ...keeps, apiKey, baseUrl },
    )
    await saveConfig(terminal, config)
    terminal.note(`Signed in to project ${config.projectId} at ${baseUrl}`)
    if (apiKey.startsWith('sk_live_')) terminal.note('This is a live key: what you send is real.')
  },
}

const logout: Command = {
  name: 'logout',
  usage: 'logout',
  summary: 'Forgets the API key',
  takes: [0, 0],
  options: {},
  run: ({ terminal }) => forgetConfig(terminal),
}

const wallets: Command = {
  name: 'wallets',
  usage: 'wallets [create]',
  summary: 'Lists the wallets, or makes one',
  takes: [0, 1],
  options: {
    'chain-type': CHAIN_TYPE,
    purpose: { type: 'string', value: 'text', description: 'create: what it is for' },
    count: { type: 'string', value: 'n', description: 'create: how many' },
  },
  async run({ client, values, positionals: [verb], show }) {
    const chainType = chainTypeOf(textOf(values, 'chain-type'))
    const slipway = await client()
    if (verb === undefined) {
      const rows: object[] = []
      for await (const wallet of slipway.listWallets({ pageSize: 100, chainType })) rows.push(wallet)
      return show(rows, ['addressIndex', 'chainType', 'address', 'purpose', 'isActive', 'id'])
    }
    if (verb !== 'create') throw new UsageError(`wallets has no ${verb}`)
    if (!chainType) throw new UsageError('--chain-type is missing')
    const made = await slipway.createWallets({
      chainType,
      purpose: textOf(values, 'purpose'),
      count: numberOf(values, 'count'),
    })
    show(made, ['addressIndex', 'chainType', 'address', 'isActive'])
  },
}

const send: Command = {
  name: 'send',
  usage: 'send --from <index|address> --to <address> --amount <1.5>',
  summary: 'Sends a coin or a token',
  takes: [0, 0],
  options: {
    from: { type: 'string', value: 'index|address', description: 'The sending wallet' },
    to: { type: 'string', value: 'address', description: 'The recipient' },
    amount: { type: 'string', value: 'decimal', description: 'In major units' },
    'chain-type': CHAIN_TYPE,
    'chain-id': { type: 'string', value: 'id', description: 'The EVM chain' },
    token: { type: 'string', value: 'address', description: 'The token; the coin of the chain unless given' },
    cngn: { type: 'boolean', description: 'Sends cNGN' },
    network: { type: 'string', value: 'MAINNET|TESTNET', description: 'The Solana network' },
    'idempotency-key': { type: 'string', value: 'key', description: 'Goes on with an earlier call' },
    watch: WATCH,
  },
  async run(call) {
    const { client, values } = call
    const from = requireText(values, 'from')
    const chainId = numberOf(values, 'chain-id')
    const common = {
      fromAddress: /^\d+$/.test(from) ? Number(from) : from,
      toAddress: requireText(values, 'to'),
      amount: requireText(values, 'amount'),
      ...(textOf(values, 'token') ? { tokenAddress: textOf(values, 'token') } : {}),
      ...(values.cngn ? { cNGN: true } : {}),
      ...(textOf(values, 'network') ? { network: networkOf(requireText(values, 'network')) } : {}),
    }
    const isSolana = textOf(values, 'chain-type')?.toUpperCase() === 'SOLANA'
    if (!isSolana && chainId === undefined) throw new UsageError('--chain-id is missing')
    const input = isSolana
      ? { ...common, chainType: 'SOLANA' as const }
      : { ...common, chainType: 'EVM' as const, chainId: chainId ?? 0 }
    const slipway = await client()
    const idempotencyKey = textOf(values, 'idempotency-key')
    const record = await slipway.createTransfer(input, { idempotencyKey, signal: call.terminal.signal })
    await showTransaction(call, record)
  },
}

const tx: Command = {
  name: 'tx',
  usage: 'tx <id>',
  summary: 'Shows a transaction',
  takes: [1, 1],
  options: { watch: WATCH },
  async run(call) {
    const [id = ''] = call.positionals
    await showTransaction(call, await (await call.client()).getTransaction({ id }))
  },
}

const logs: Command = {
  name: 'logs',
  usage: 'logs [--follow]',
  summary: 'Shows the latest transactions, or the events of the project as they happen',
  takes: [0, 0],
  options: {
    follow: { type: 'boolean', short: 'f', description: 'Goes on with events as they happen' },
    limit: { type: 'string', value: 'n', description: 'How many; 20 unless given' },
    types: { type: 'string', value: 'kinds', description: 'With --follow: only these kinds or families' },
  },
  async run(call) {
    const { client, values, show } = call
    const { items } = await (await client()).listTransactions({ limit: numberOf(values, 'limit') })
    show(items.toReversed(), ['createdAt', 'status', 'type', 'amount', 'toAddress', 'txHash', 'id'])
    if (values.follow) await listen.run({ ...call, values: { json: values.json, types: values.types } })
  },
}

const trigger: Command = {
  name: 'trigger',
  usage: 'trigger <kind> --forward-to localhost:3001/hook',
  summary: 'Sends an example of an event to a receiver, signed as listen does. No event happens on the platform',
  takes: [0, 1],
  options: {
    'forward-to': { type: 'string', value: 'url', description: 'The receiver' },
    'allow-remote': { type: 'boolean', description: 'Allows a receiver on another machine' },
    list: { type: 'boolean', description: 'Lists the kinds' },
  },
  async run({ terminal, values, positionals: [asked] }) {
    const config = await requireConfig(terminal)
    const document = await readDocument(terminal, config.baseUrl)
    const kinds = kindsOf(document)
    if (values.list || asked === undefined) return terminal.print(kinds.join('\n'))
    const kind = kinds.find((name) => name === asked || name === `wallet.${asked}`)
    if (!kind) throw new UsageError(`${asked} is no kind of event: slipway trigger --list`)
    const to = requireText(values, 'forward-to')
    const { listenSecret: secret } = await identify(terminal, config)
    const event = exampleOf(document, kind)
    const url = readTarget(to, values['allow-remote'] === true)
    const status = await forward({ url, event, secret, fetch: terminal.fetch, signal: terminal.signal }).catch(
      (error) => {
        throw new Error(`${url} does not answer`, { cause: error })
      },
    )
    terminal.print(values.json ? JSON.stringify({ type: kind, status }) : `${kind} (an example) -> ${status}`)
  },
}

const openapi: Command = {
  name: 'openapi',
  usage: 'openapi [file]',
  summary: 'Prints the OpenAPI document, or writes it to a file',
  takes: [0, 1],
  options: {},
  async run({ terminal, positionals: [file] }) {
    const { baseUrl } = await requireConfig(terminal)
    const text = JSON.stringify(await readDocument(terminal, baseUrl), null, 2)
    if (file === undefined) terminal.print(text)
    else await writeFile(file, `${text}\n`)
  },
}

const call: Command = {
  name: 'call',
  usage: 'call <operation> [\'{"field": 1}\']',
  summary: 'Calls any operation of the API by its name',
  takes: [1, 2],
  options: { 'idempotency-key': { type: 'string', value: 'key', description: 'Goes on with an earlier call' } },
  async run({ terminal, client, values, positionals: [name = '', text = '{}'] }) {
    const slipway = await client()
    if (!Object.hasOwn(slipway, name) || ['call', 'waitFor', 'streamEvents'].includes(name))
      throw new UsageError(`${name} is no operation`)
    const input = parseInput(text)
    const options = { idempotencyKey: textOf(values, 'idempotency-key'), signal: terminal.signal }
    // The name was looked up; what it takes the API checks.
    const { data } = await slipway.call(name as 'getBalance', input as never, options)
    terminal.print(JSON.stringify(data, null, 2))
  },
}

const completions: Command = {
  name: 'completions',
  usage: 'completions bash|zsh|fish',
  summary: 'Prints completions: eval "$(slipway completions bash)"',
  takes: [1, 1],
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

async function showTransaction({ terminal, client, values, show }: Call, record: Transaction): Promise<void> {
  if (!values.watch) return show([record], TX_COLUMNS)
  const onChange = (one: Transaction | TokenOperation) => {
    if ('stage' in one) terminal.note(`${one.status}  ${one.stage}  ${one.confirmations} confirmations`)
  }
  onChange(record)
  show([await (await client()).waitFor(record, { signal: terminal.signal, onChange })], TX_COLUMNS)
}

function parseInput(text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw new UsageError('The input is not JSON')
  }
}

function requireText(values: Call['values'], name: string): string {
  const text = textOf(values, name)
  if (!text) throw new UsageError(`--${name} is missing`)
  return text
}

function numberOf(values: Call['values'], name: string): number | undefined {
  const text = textOf(values, name)
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${name} is no whole number`)
  return Number(text)
}

function chainTypeOf(text: string | undefined): 'EVM' | 'SOLANA' | undefined {
  const name = text?.toUpperCase()
  if (name === undefined || name === 'EVM' || name === 'SOLANA') return name
  throw new UsageError('--chain-type is EVM or SOLANA')
}

function networkOf(text: string): 'MAINNET' | 'TESTNET' {
  const name = text.toUpperCase()
  if (name === 'MAINNET' || name === 'TESTNET') return name
  throw new UsageError('--network is MAINNET or TESTNET')
}
