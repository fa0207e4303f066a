import type { Client, TokenOperation, Transaction } from '@slipway/sdk'
import { type Call, type Command, textOf } from './command'
import { listen } from './listen'
import {
  CHAIN_TYPE_OPTION,
  chainTypeOf,
  METADATA_OPTION,
  metadataOf,
  networkOf,
  numberOf,
  requireText,
  toDurationMs,
} from './read-options'
import { UsageError } from './terminal'

const WATCH = { type: 'boolean', description: 'Waits for the outcome and shows each stage' } as const
const TX_FIELDS = ['id', 'type', 'status', 'stage', 'amount', 'fromAddress', 'toAddress', 'txHash', 'createdAt']
const PAGE_SIZE = 100

export const wallets: Command = {
  name: 'wallets',
  usage: 'wallets [create]',
  summary: 'Lists wallets, or creates them',
  takes: [0, 1],
  words: ['create'],
  options: {
    'chain-type': CHAIN_TYPE_OPTION,
    purpose: { type: 'string', value: 'text', description: 'Only wallets of this purpose; create: what it is for' },
    count: { type: 'string', value: 'n', description: 'create: how many' },
    metadata: { ...METADATA_OPTION, description: 'Only wallets with this metadata; create: sets it. May be repeated' },
  },
  async run({ client, values, positionals: [verb], show }) {
    const chainType = chainTypeOf(textOf(values, 'chain-type'))
    const metadata = metadataOf(values)
    const purpose = textOf(values, 'purpose')
    const slipway = await client()
    if (verb === undefined) {
      if (values.count !== undefined) throw new UsageError('--count is an option of wallets create')
      const rows: object[] = []
      const filters = { chainType, purpose, metadata }
      for await (const wallet of slipway.listWallets({ pageSize: PAGE_SIZE, ...filters })) rows.push(wallet)
      return show(rows, ['addressIndex', 'chainType', 'address', 'purpose', 'isActive', 'id'])
    }
    if (verb !== 'create') throw new UsageError(`Unknown command: wallets ${verb}. See slipway help wallets`)
    if (!chainType) throw new UsageError('--chain-type is missing')
    const made = await slipway.createWallets({
      chainType,
      purpose,
      count: numberOf(values, 'count'),
      metadata,
    })
    show(made, ['addressIndex', 'chainType', 'address', 'isActive'])
  },
}

export const send: Command = {
  name: 'send',
  usage: 'send --from <index|address> --to <address> --amount <1.5>',
  summary: 'Sends a coin or a token',
  takes: [0, 0],
  options: {
    from: { type: 'string', value: 'index|address', description: 'The sending wallet' },
    to: { type: 'string', value: 'address', description: 'The recipient' },
    amount: { type: 'string', value: 'decimal', description: 'In major units' },
    'chain-type': CHAIN_TYPE_OPTION,
    'chain-id': { type: 'string', value: 'id', description: 'The EVM chain' },
    token: { type: 'string', value: 'address', description: 'The token; without it the coin of the chain' },
    cngn: { type: 'boolean', description: 'Sends cNGN' },
    network: { type: 'string', value: 'MAINNET|TESTNET', description: 'The Solana network' },
    'idempotency-key': { type: 'string', value: 'key', description: 'Continues an earlier call that had this key' },
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

export const tx: Command = {
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

export const logs: Command = {
  name: 'logs',
  usage: 'logs [--since 10m] [--follow]',
  summary: 'Shows the latest transactions, or the events of the project as they happen',
  takes: [0, 0],
  options: {
    follow: { type: 'boolean', short: 'f', description: 'Continues with events as they happen' },
    since: {
      type: 'string',
      value: '10m',
      description: 'All of the last seconds, minutes, hours or days: 30s, 10m, 2h, 7d',
    },
    metadata: { ...METADATA_OPTION, description: 'Only transactions with this metadata. May be repeated' },
    limit: { type: 'string', value: 'n', description: 'How many. Default: 20, with --since all' },
    types: { type: 'string', value: 'kinds', description: 'With --follow: only these kinds or families' },
  },
  async run(call) {
    const { client, values, show } = call
    if (values.follow && values.metadata)
      throw new UsageError('--metadata filters transactions, and --follow shows events')
    show((await listLatest(await client(), values)).toReversed(), [
      'createdAt',
      'status',
      'type',
      'amount',
      'toAddress',
      'txHash',
      'id',
    ])
    if (values.follow) await listen.run({ ...call, values: { json: values.json, types: values.types } })
  },
}

/** The transactions that `logs` shows, newest first. */
async function listLatest(slipway: Client, values: Call['values']): Promise<Transaction[]> {
  const limit = numberOf(values, 'limit')
  const metadata = metadataOf(values)
  const since = textOf(values, 'since')
  if (since === undefined) return (await slipway.listTransactions({ limit, metadata })).items
  const createdFrom = new Date(Date.now() - toDurationMs(since, 'since')).toISOString()
  if (limit !== undefined) return (await slipway.listTransactions({ createdFrom, limit, metadata })).items
  const all: Transaction[] = []
  for await (const one of slipway.listTransactions({ createdFrom, limit: PAGE_SIZE, metadata })) all.push(one)
  return all
}

async function showTransaction({ terminal, client, values, showOne }: Call, record: Transaction): Promise<void> {
  if (!values.watch) return showOne(record, TX_FIELDS)
  const onChange = (one: Transaction | TokenOperation) => {
    if (!('stage' in one)) return
    const { status, stage, confirmations } = one
    terminal.note(`${status}  ${stage}  ${confirmations} ${confirmations === 1 ? 'confirmation' : 'confirmations'}`)
  }
  onChange(record)
  showOne(await (await client()).waitFor(record, { signal: terminal.signal, onChange }), TX_FIELDS)
}
