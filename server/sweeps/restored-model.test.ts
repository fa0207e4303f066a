import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erc20Abi } from '@/contracts/generated/erc20'
import { depositScreenings, deposits, sweepRules, transactions } from '@/db/schema'
import { sweepRuleView } from '@/schemas/sweeps/contract'
import { inWorker, workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { assertHistories } from '@/server/engine/recovery/restore-histories.test-data'
import { openRestores } from '@/server/engine/recovery/restore-world.test-data'
import { isRecovering } from '@/server/recovery/is-recovering'
import { blockAddresses } from '@/server/screening/block-addresses'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import { proofTimeout } from '@/server/testing/proof'
import {
  BLOCKED,
  CONFIRMATIONS,
  heldBehind,
  openSenders,
  PAYER,
  readDeposits,
  sendTokens,
} from './flagged-world.test-data'
import { HISTORIES, type Step, steps } from './restored-steps.test-data'
import { newSweeper, PATH, type Sweeper, sweepUnread } from './sweep-world.test-data'

const LATER: Address = '0x00000000000000000000000000000000000000d2'
const MAJOR = 1_000_000n
const [KEEP, THRESHOLD] = [5n, 10n]

const database = openDatabase()
const restores = openRestores(database)
let local: LocalChain
beforeAll(async () => {
  local = await startLocalChain({ confirmations: CONFIRMATIONS })
  await openSenders(local)
  await local.test.impersonateAccount({ address: LATER })
  await local.test.setBalance({ address: LATER, value: 10n ** 21n })
  await local.fundToken(LATER, 10n ** 15n)
})
afterAll(() => local.stop())

type Deposit = { block: bigint; units: bigint; sender: 'payer' | 'blocked' | 'later'; isFlagged: boolean | null }
type World = {
  own: Sweeper
  till: string
  targets: Record<'treasury' | 'other', string>
  minutes: number
  /** Where the owner wants money to be swept; null for nowhere. */
  wanted: string | null
  isLaterBlocked: boolean
  /** Every deposit there was, also those that a restored backup lacks. */
  received: Deposit[]
  /** The sweeps that were ever accepted, by id. */
  accepted: Map<string, { to: string; units: bigint }>
}

async function newWorld(): Promise<World> {
  await restores.begin()
  const own = await newSweeper()
  const [till = ''] = await own.newWallets({ count: 1 })
  const [other = ''] = await own.newWallets({ purpose: 'OTHER', count: 1 })
  const targets = { treasury: own.treasury, other }
  const world: World = {
    ...{ own, till, targets, minutes: 0, wanted: null, isLaterBlocked: false, received: [], accepted: new Map() },
  }
  await block(world, BLOCKED)
  await make(world, 'treasury')
  return world
}

const block = ({ own }: World, address: Address) =>
  inWorker((ctx) => {
    const who = { actor: { type: 'system', id: 'test' } as const, requestId: 'test' }
    return blockAddresses(
      { ...ctx, ...who, businessId: own.businessId, projectId: null },
      { addresses: [address], reason: 'test' },
    )
  })

const rulesOf = ({ own }: World) =>
  workerCtx()
    .db.select()
    .from(sweepRules)
    .where(and(eq(sweepRules.businessId, own.businessId), isNull(sweepRules.deletedAt)))

async function remove(world: World): Promise<void> {
  for (const { id } of await rulesOf(world)) await world.own.delete(`${PATH}/${id}`)
  world.wanted = null
}

async function make(world: World, target: keyof World['targets']): Promise<void> {
  await remove(world)
  const toAddress = world.targets[target]
  const limits = { threshold: `${THRESHOLD}`, keep: `${KEEP}` }
  await world.own.newRule({ chainId: CHAIN_ID, tokenAddress: local.cngn.address, toAddress, ...limits })
  world.wanted = toAddress
}

async function setStatus(world: World, status: 'ACTIVE' | 'PAUSED'): Promise<void> {
  for (const { id } of await rulesOf(world)) {
    const { data } = await world.own.patch(`${PATH}/${id}`, { status })
    const { toAddress } = sweepRuleView.parse(data)
    world.wanted = status === 'ACTIVE' ? toAddress : null
  }
}

async function deposit(world: World, { amount, sender }: { amount: number; sender: Deposit['sender'] }): Promise<void> {
  const units = BigInt(amount) * MAJOR
  await sendTokens(local, { payer: PAYER, blocked: BLOCKED, later: LATER }[sender], world.till, units)
  const at = await local.rpc.getBlockNumber({ cacheTime: 0 })
  world.received.push({ block: at, units, sender, isFlagged: null })
}

async function read(world: World): Promise<void> {
  await readDeposits(local)
  for (const one of world.received)
    one.isFlagged ??= one.sender === 'blocked' || (one.sender === 'later' && world.isLaterBlocked)
}

const sweepsOf = ({ own }: World) =>
  workerCtx()
    .db.select()
    .from(transactions)
    .where(and(eq(transactions.businessId, own.businessId), eq(transactions.type, 'SWEEP')))

/** Nothing is accepted during a recovery, nor what the owner has not wanted since. */
async function sweep(world: World): Promise<void> {
  const known = new Set((await sweepsOf(world)).map(({ id }) => id))
  world.minutes += 2
  await sweepUnread(world.minutes)
  for (const { id, toAddress, amountUnits } of await sweepsOf(world)) {
    if (known.has(id)) continue
    expect([toAddress, await isRecovering()]).toEqual([world.wanted, false])
    world.accepted.set(id, { to: toAddress, units: amountUnits })
  }
}

/** During a recovery the engine takes a turn and sends nothing. */
async function send({ till }: World): Promise<void> {
  if (!(await isRecovering())) return drainChain()
  const sent = () =>
    Promise.all(
      [till, local.gasWallet].map((address) =>
        local.rpc.getTransactionCount({ address: getAddress(address), blockTag: 'pending' }),
      ),
    )
  const before = await sent()
  await runEvmEngine(workerCtx(), CHAIN_ID)
  expect(await sent()).toEqual(before)
}

/** The stops of the backup are the stops of a restored database, and every rule waits for its owner. */
async function restore(world: World): Promise<void> {
  if (await restores.restore()) world.wanted = null
}

async function play(world: World, step: Step): Promise<void> {
  const isRefused = await isRecovering()
  switch (step.do) {
    case 'deposit':
      return deposit(world, step)
    case 'read':
      return read(world)
    case 'sweep':
      return sweep(world)
    case 'send':
      return send(world)
    case 'backup':
      return restores.backup()
    case 'restore':
      return restore(world)
    case 'end':
      return restores.end(() => local.test.mine({ blocks: CONFIRMATIONS }))
    case 'block':
      await block(world, LATER)
      world.isLaterBlocked = true
      return
  }
  // An API key changes nothing during a recovery.
  if (isRefused) return
  if (step.do === 'make') return make(world, step.target)
  if (step.do === 'delete') return remove(world)
  return setStatus(world, step.do === 'resume' ? 'ACTIVE' : 'PAUSED')
}

/** Each transfer out of the wallet is one accepted sweep, and left what had been flagged before it. */
async function judgeChain({ till, accepted, received }: World): Promise<void> {
  const [, event] = erc20Abi
  const from = getAddress(till)
  const logs = await local.rpc.getLogs({ address: local.cngn.address, event, args: { from }, fromBlock: 0n })
  const free = [...accepted.values()]
  for (const { args, transactionHash, blockNumber } of logs) {
    const index = free.findIndex(({ to, units }) => to === getAddress(args.to ?? '0x') && units === args.value)
    expect(index, `no sweep of ${args.value} to ${args.to} was accepted, or it was sent twice`).toBeGreaterThanOrEqual(
      0,
    )
    free.splice(index, 1)
    const { nonce } = await local.rpc.getTransaction({ hash: transactionHash })
    const flagged = received.filter((one) => one.isFlagged && one.block < blockNumber)
    const left = flagged.reduce((sum, { units }) => sum + units, KEEP * MAJOR)
    expect(await heldBehind(local, { till, block: blockNumber, nonce })).toBeGreaterThanOrEqual(left)
  }
}

/** Once the owner resumes the rule, nothing is left but what is flagged and what is kept. */
async function judgeRest(world: World): Promise<void> {
  await restores.end(() => local.test.mine({ blocks: CONFIRMATIONS }))
  await drainChain()
  await make(world, 'treasury')
  await read(world)
  for (let turn = 0; turn < 3; turn += 1) {
    await sweep(world)
    await drainChain()
    await read(world)
    await drainChain()
  }
  const { till, own } = world
  const [{ flagged } = { flagged: '0' }] = await workerCtx()
    .db.select({ flagged: sql<string>`coalesce(sum(${deposits.amountUnits}), 0)::text` })
    .from(deposits)
    .innerJoin(depositScreenings, eq(depositScreenings.depositId, deposits.id))
    .where(eq(deposits.businessId, own.businessId))
  const free = (await local.tokenBalance(till)) - BigInt(flagged) - KEEP * MAJOR
  expect(free).toBeLessThan(THRESHOLD * MAJOR)
  const open = and(eq(transactions.businessId, own.businessId), eq(transactions.status, 'PENDING'))
  expect(await workerCtx().db.select({ stage: transactions.stage }).from(transactions).where(open)).toEqual([])
}

test('after restores at any point a sweep moves only what its owner still wants to be swept, once', {
  timeout: proofTimeout(600_000),
}, async () => {
  await assertHistories({ steps, histories: HISTORIES, long: 60 }, async (played) => {
    const world = await newWorld()
    for (const step of played) await play(world, step)
    await judgeRest(world)
    await judgeChain(world)
  })
})
