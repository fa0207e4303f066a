import fc from 'fast-check'
import type { FaultName, Faults } from '@/e2e/faults/fault-proxy-faults'
import { type Transfer, toInput } from '@/e2e/faults/transfers'
import { inTenant, workerCtx } from '@/server/ctx'
import { reclaimFloats } from '@/server/engine/evm/reclaim-floats'
import { ApiError } from '@/server/errors'
import type { FaultPoint } from '@/server/fault-point'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { acceptTransaction } from '@/server/transactions/accept-transaction'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { prepareCall } from '@/server/transactions/prepare/prepare-sign'
import { prepareTransfer, transferIntent } from '@/server/transactions/prepare/prepare-transfer'
import { speedUpTransaction } from '@/server/transactions/speed-up-transaction'
import { armCrash, CrashError } from './crash'
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
const FINNEY = 10n ** 15n
const FUNDS_WEI = 10n ** 21n
const always = () => true

function command(name: string, run: Command['run'], check: (model: Readonly<Model>) => boolean = always): Command {
  return { check, run, toString: () => name }
}

function submit(wallet: number, count: number, isNative: boolean): Command {
  return command(`submit ${count}${isNative ? ' native' : ''} from ${wallet}`, async (model, real) => {
    for (let left = count; left > 0; left--) {
      const transfer = real.planOne(wallet, isNative)
      await accept(model, transfer, () => transferValue(real, transfer))
    }
  })
}

/** A request whose questions no node answers is refused, and leaves nothing. */
async function accept(model: Model, transfer: Transfer, ask: () => Promise<unknown>): Promise<void> {
  const refused = await ask().then(() => false, refusedAs('unavailable'))
  if (!refused) model.submitted.push(transfer)
}

/** Whether that was why; any other error is thrown on. */
function refusedAs(code: ApiError['code']) {
  return (error: unknown): true => {
    if (error instanceof ApiError && error.code === code) return true
    throw error
  }
}

function unlessDied(otherwise: (error: unknown) => true) {
  return (error: unknown): true => error instanceof CrashError || otherwise(error)
}

async function transferValue({ tenant }: Real, transfer: Transfer): Promise<string> {
  const prepared = await prepareTransfer(tenant, toInput(transfer))
  const { id } = await inTenant(tenant, (ctx) =>
    acceptTransaction(ctx, transferIntent(prepared, { idempotencyKey: transfer.key, intentId: null })),
  )
  return id
}

/** A call for which the wallet needs much gas, as far as the engine has not signed it yet. */
function submitDear(wallet: number): Command {
  return command(`expensive call from ${wallet}`, async (model, real) => {
    const transfer = real.planOne(wallet, false)
    await accept(model, transfer, async () => {
      const id = await transferValue(real, transfer)
      await real.sql`update transactions set gas_limit = 3000000 where id = ${id} and stage = 'queued'`
    })
  })
}

/** Tries to move more than the wallet's own coins: those of the platform would make it enough. */
function drain(wallet: number, finneys: number, isCall: boolean): Command {
  return command(
    `drain ${finneys} finney by ${isCall ? 'a call' : 'a transfer'} from ${wallet}`,
    async (model, real) => {
      const transfer = real.planOne(wallet, true)
      transfer.units += BigInt(finneys) * FINNEY
      transfer.mayFail = /holds less|^Not sent/
      await accept(model, transfer, () => (isCall ? signValue(real, transfer) : transferValue(real, transfer)))
    },
  )
}

async function signValue({ tenant, sql }: Real, { from, to, units, key }: Transfer): Promise<void> {
  const [wallet] = await sql`select address_index as index from wallets where address = ${from}`
  const input = {
    chainType: 'EVM',
    chainId: CHAIN_ID,
    addressIndex: Number(wallet?.index),
    transaction: { to, value: units.toString() },
    waitForCompletion: false,
  } as const
  const call = await prepareCall(tenant, input)
  await inTenant(tenant, (ctx) => acceptTransaction(ctx, { ...call, idempotencyKey: key, intentId: null }))
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

function request(action: 'cancel' | 'speed up', pick: number): Command {
  return command(
    `${action} #${pick}`,
    async ({ submitted }, { tenant, sql }) => {
      const transfer = submitted[pick % submitted.length]
      if (!transfer) return
      if (action === 'cancel') transfer.mayFail = /cancel|holds less|^Not sent/i
      const [row] = await sql`select id from transactions where idempotency_key = ${transfer.key}`
      const asked = { transactionId: String(row?.id), reason: 'by the model' }
      const verb = action === 'cancel' ? cancelTransaction : speedUpTransaction
      // Mined or ended meanwhile; or the process died with the request in hand.
      await inTenant<unknown>(tenant, (ctx) => verb(ctx, asked)).catch(unlessDied(refusedAs('conflict')))
    },
    ({ submitted }) => submitted.length > 0,
  )
}

/** A fault of both nodes, or only of the first: then they contradict each other. */
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

/** Another process takes all lanes and the watch for a moment; the worker's next write under a lease is refused. */
const STEAL = command('another holder', async (_model, { sql }) => {
  const lease = { lease_owner: 'another', lease_until: new Date(Date.now() + 500) }
  await sql`update lanes set ${sql(lease)}, fence = fence + 1 where chain_id = ${CHAIN_ID}`
  await sql`update chain_cursors set ${sql(lease)} where chain_id = ${CHAIN_ID} and consumer = 'engine'`
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
  command('idle floats go back', async () => void (await reclaimFloats(workerCtx(), { idleMinutes: 0 }))),
]

/** Gives the engine time to read the chain: until its watch was renewed twice, or half a second if nothing is open. */
const TURNS = command('turns', async (_model, { sql }) => {
  const poll = async () => {
    const [row] =
      await sql`select lease_until::text as until from chain_cursors where chain_id = ${CHAIN_ID} and consumer = 'engine'`
    return String(row?.until)
  }
  const deadline = Date.now() + 500
  for (let left = 2, seen = await poll(); left > 0 && Date.now() < deadline; ) {
    const now = await poll()
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
      fc.integer({ min: 0, max: 2 }).map(submitDear),
      fc
        .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 12 }), fc.boolean())
        .map((args) => drain(...args)),
      small.map((pick) => request('cancel', pick)),
      small.map((pick) => request('speed up', pick)),
      fc.constantFrom(...POINTS).map((point) => command(`crash at ${point}`, async () => armCrash(point))),
      fc.tuple(fc.constantFrom(...FAULT_NAMES), fc.boolean()).map((args) => nodeFault(...args)),
      fc.constantFrom(1, 1, 10).map(BASE_FEE),
      fc.constantFrom(...SIMPLE),
    ],
    { maxCommands, size: 'max' },
  )
}
