import fc from 'fast-check'
import { CHAIN_ID } from '@/e2e/api/transactions/local-chain'
import { inTenant } from '@/server/ctx'
import type { FaultPoint } from '@/server/fault-point'
import { createTransfer } from '@/server/transactions/create-transfer'
import { prepareTransfer } from '@/server/transactions/prepare-transfer'
import type { FaultName, Faults } from '../fault-proxy-faults'
import { type Transfer, toInput } from '../transfers'
import { armCrash } from './crash'
import { CONFIRMATIONS, type EngineWorld } from './engine-world'

/** The reference: what was asked for, and what may happen to it. */
export type Model = { submitted: Transfer[]; baseFeeWei: bigint }
export type Real = EngineWorld & {
  wallets: readonly string[]
  planOne: (wallet: number, isNative: boolean) => Transfer
}
type Command = fc.AsyncCommand<Model, Real>

/** Points that a transfer on a chain with top-ups passes. */
const POINTS = [
  'lane-after-plan',
  'lane-after-sign',
  'lane-after-store',
  'send-before-answer',
  'send-after-answer',
  'bump-after-sign',
  'bump-after-store',
  'cancel-after-sign',
  'cancel-after-store',
  'receipt-before-settle',
  'settle-before-commit',
  'topup-after-request',
] as const satisfies readonly FaultPoint[]

const NODE_FAULTS = {
  acceptThenReset: { share: 0.5 },
  reset: { share: 0.3 },
  rateLimit: { share: 0.5 },
  badGateway: { share: 0.5 },
  nullReceipts: {},
  staleNonce: { behind: 2 },
  laggingHead: { blocks: 2 },
  droppedSends: { share: 0.5 },
} as const satisfies Partial<Faults>
const FAULT_NAMES = Object.keys(NODE_FAULTS) as (keyof typeof NODE_FAULTS)[] // the keys of a constant

const GWEI = 1_000_000_000n
const FUNDS_WEI = 10n ** 21n
const always = () => true

function command(name: string, run: Command['run'], check: (model: Readonly<Model>) => boolean = always): Command {
  return { check, run, toString: () => name }
}

function submit(wallet: number, count: number, isNative: boolean): Command {
  return command(`submit ${count}${isNative ? ' native' : ''} from ${wallet}`, async (model, real) => {
    for (let left = count; left > 0; left--) {
      const transfer = real.planOne(wallet, isNative)
      const prepared = await prepareTransfer(real.tenant, toInput(transfer))
      await inTenant(real.tenant, (ctx) => createTransfer(ctx, prepared, transfer.key))
      model.submitted.push(transfer)
    }
  })
}

function mine(count: number): Command {
  return command(`mine ${count}`, async (model, { ask }) => {
    for (let block = 0; block < count; block++) {
      await ask('anvil_setNextBlockBaseFeePerGas', `0x${model.baseFeeWei.toString(16)}`)
      await ask('evm_mine')
    }
  })
}

/** Shallower than what the platform calls final. */
function reorg(depth: number): Command {
  return command(`reorg ${depth}`, async (_model, { ask }) => void (await ask('anvil_reorg', depth, [])))
}

function request(column: 'cancel_requested_at' | 'speed_up_requested_at', pick: number): Command {
  const isCancel = column === 'cancel_requested_at'
  return command(
    `${isCancel ? 'cancel' : 'speed up'} #${pick}`,
    async ({ submitted }, { sql }) => {
      const transfer = submitted[pick % submitted.length]
      if (!transfer) return
      if (isCancel) transfer.mayFail = /cancel/i
      await sql`update transactions set ${sql(column)} = now() where idempotency_key = ${transfer.key} and status = 'PENDING'`
    },
    ({ submitted }) => submitted.length > 0,
  )
}

/** Of both nodes, or only of the first: then they contradict each other. */
function nodeFault(name: FaultName & keyof typeof NODE_FAULTS, isBoth: boolean): Command {
  return command(`${isBoth ? 'nodes' : 'first node'}: ${name}`, async (_model, { doors: [first, second] }) => {
    first.setFault(name, NODE_FAULTS[name])
    if (isBoth) second.setFault(name, NODE_FAULTS[name])
  })
}

/** Neither node has receipts of whole blocks, nor finds one by its hash. */
const NO_INDEX = command('nodes: no index', async (_model, { doors }) => {
  for (const door of doors) {
    door.setFault('errors', { methods: ['eth_getBlockReceipts'], code: -32601, message: 'the method does not exist' })
    door.setFault('nullReceipts', { methods: ['eth_getTransactionReceipt'] })
  }
})

/** Another process takes all lanes and the watch for a moment; the pump's next write under a lease is refused. */
const STEAL = command('another holder', async (_model, { sql }) => {
  const lease = { lease_owner: 'another', lease_until: new Date(Date.now() + 500) }
  await sql`update lanes set ${sql(lease)}, fence = fence + 1 where chain_id = ${CHAIN_ID}`
  await sql`update chain_cursors set ${sql(lease)} where chain_id = ${CHAIN_ID}`
})

const BASE_FEE = (factor: number) =>
  command(`base fee ${factor} gwei`, async (model) => {
    model.baseFeeWei = BigInt(factor) * GWEI
  })

const SIMPLE: readonly Command[] = [
  command('drop the pool', async (_model, { ask }) => void (await ask('anvil_dropAllTransactions'))),
  command('nodes are well', async (_model, { doors }) => {
    for (const door of doors) door.clear()
  }),
  NO_INDEX,
  command('platform is dry', (_model, real) => real.setPlatformBalance(0n)),
  command('platform has funds', (_model, real) => real.setPlatformBalance(FUNDS_WEI)),
  STEAL,
]

/** Lets the engine look around: until its watch was renewed twice, or half a second when nothing is open. */
const TURNS = command('turns', async (_model, { sql }) => {
  const look = async () => {
    const [row] = await sql`select lease_until::text as until from chain_cursors where chain_id = ${CHAIN_ID}`
    return String(row?.until)
  }
  const deadline = Date.now() + 500
  for (let left = 2, seen = await look(); left > 0 && Date.now() < deadline; ) {
    const now = await look()
    if (now !== seen) left -= 1
    seen = now
  }
})

/** Commands of one run, of which submitting, mining and letting time pass are the most. */
export function engineCommands(maxCommands: number): fc.Arbitrary<Iterable<Command>> {
  const small = fc.integer({ min: 0, max: 7 })
  return fc.commands(
    [
      fc
        .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 5 }), fc.boolean())
        .map((args) => submit(...args)),
      fc.integer({ min: 1, max: 3 }).map(mine),
      fc.integer({ min: 1, max: 3 }).map(mine),
      fc.constant(TURNS),
      fc.constant(TURNS),
      fc.integer({ min: 1, max: CONFIRMATIONS - 1 }).map(reorg),
      small.map((pick) => request('cancel_requested_at', pick)),
      small.map((pick) => request('speed_up_requested_at', pick)),
      fc.constantFrom(...POINTS).map((point) => command(`crash at ${point}`, async () => armCrash(point))),
      fc.tuple(fc.constantFrom(...FAULT_NAMES), fc.boolean()).map((args) => nodeFault(...args)),
      fc.constantFrom(1, 1, 10).map(BASE_FEE),
      fc.constantFrom(...SIMPLE),
    ],
    { maxCommands, size: 'max' },
  )
}
