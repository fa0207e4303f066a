import { and, eq, sql } from 'drizzle-orm'
import { parseEventLogs } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { chains, priceSources, tokenOperations, transactions } from '@/db/schema'
import { deployDelegate } from '@/dev/chains/deploy-delegate'
import { forgetChains } from '@/server/chains/registry'
import { inOperator, inTenant, inWorker, workerCtx } from '@/server/ctx'
import { pumpChain } from '@/server/engine/evm/pump-chain'
import { executeDecision } from '@/server/engine/recovery/decide-repeated'
import { assertHistories } from '@/server/engine/recovery/restore-histories.test-data'
import { openRestores } from '@/server/engine/recovery/restore-world.test-data'
import { ApiError } from '@/server/errors'
import { postCredit } from '@/server/ledger/credit-business'
import { getBalance } from '@/server/ledger/get-balance'
import { driftOf } from '@/server/ledger/holder.test-data'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { isRecovering, requireNotRecovering } from '@/server/recovery/is-recovering'
import { listLost } from '@/server/recovery/lost-transactions'
import { anyOperator } from '@/server/testing/any-operator'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { proofTimeout } from '@/server/testing/proof'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { watchTokens } from './follow/watch-tokens'
import { advanceOperations } from './operations/advance-operations'
import {
  askForCall,
  askNew,
  BATCH_TOKENS,
  bondOf,
  type Claim,
  type Client,
  newClient,
  payNext,
  repeatAll,
} from './restored-claims.test-data'
import { HISTORIES, type Step, steps } from './restored-steps.test-data'
import { expectHonestBooks, expectNothingOpen } from './thief-books.test-data'
import { Strike } from './thief-strike.test-data'
import { ThiefWorld } from './thief-world.test-data'
import { openTokenWorld, type TokenWorld } from './token-world.test-data'

const ETH_E8 = 2_500_00000000n
const UNIT = 100_000_000n
const [MAX_TURNS, MAX_REPEATS] = [40, 6]
const db = () => workerCtx().db

let world: TokenWorld
let delegateAddress: string
const restores = openRestores({
  get url() {
    return world.database.url
  },
})
beforeAll(async () => {
  world = await openTokenWorld()
  delegateAddress = await deployDelegate({ rpcUrl: world.chain.anvil.rpcUrl })
  for (const { address } of await listPlatformWallets(workerCtx()))
    await world.chain.test.setBalance({ address: `0x${address.slice(2)}`, value: 10n ** 21n })
  // The business pays for gas: each open transaction holds a part of its balance.
  await db().update(chains).set({ gasPolicy: 'debited' }).where(eq(chains.chainId, CHAIN_ID))
  const fixed = { source: 'fixed' as const, fixedE8: ETH_E8 }
  await db()
    .insert(priceSources)
    .values({ symbol: 'ETH', ...fixed })
    .onConflictDoUpdate({ target: priceSources.symbol, set: fixed })
  forgetChains()
  const { businessId } = world.client
  const credit = { businessId, micros: 10n ** 12n, reason: 'test', createdBy: 'test' }
  await inWorker(({ db }) => postCredit(db, credit))
})
afterAll(async () => {
  vi.useRealTimers()
  await world.close()
})

async function play(client: Client, one: Step): Promise<void> {
  switch (one.do) {
    case 'issue':
    case 'register':
    case 'batch':
      return askNew(client, { what: one.do })
    case 'mint':
      return askNew(client, { what: 'mint', who: one.who, tokens: one.tokens })
    case 'burn':
      return askNew(client, { what: 'burn', who: one.who, tokens: 1 })
    case 'freeze':
      return askNew(client, { what: 'freeze', who: one.who, isOn: one.isOn })
    case 'pay':
      return payNext(client)
    case 'call':
      return askForCall(client)
    case 'repeat':
      return repeatAll(client)
    case 'owed':
      return asThief(client).payOwed(asThief(client).hand(2), asThief(client).hand(one.who))
    case 'cancel':
      return cancel(client, one.nth)
    case 'travel':
      await world.travelTo(await world.dayAfter(one.days))
      await followClock()
      return void (await world.keep())
    case 'send':
      return send(client)
    case 'follow':
      return world.follow()
    case 'plan':
      return plan()
    case 'work':
      return work(client)
    case 'backup':
      return restores.backup()
    case 'restore':
      return void (await restores.restore())
    case 'end':
      return restores.end(() => world.chain.test.mine({ blocks: 1 }))
    default:
      return one satisfies never
  }
}

/** What relayers send expires by the chain's time, and is signed by ours. */
async function followClock(): Promise<void> {
  const { timestamp } = await world.chain.rpc.getBlock()
  vi.useFakeTimers({ toFake: ['Date'], now: Math.max(Date.now(), Number(timestamp) * 1_000) })
}

/** A person cancels one of the open transactions, as the portal lets them. */
async function cancel(client: Client, nth: number): Promise<void> {
  const open = await listOpen()
  const id = open[nth % Math.max(open.length, 1)]
  if (!id) return
  const request = { transactionId: id, reason: 'a test' }
  await requireNotRecovering()
    .then(() => inTenant(world.client.tenant, (ctx) => cancelTransaction(ctx, request)))
    .then(() => {
      client.isCancelled = true
    })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
}

/** The open transactions of the business. */
async function listOpen(): Promise<string[]> {
  const rows = await db()
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.businessId, world.client.businessId), eq(transactions.status, 'PENDING')))
    .orderBy(transactions.createdAt, transactions.id)
  return rows.map(({ id }) => id)
}

/** The engine takes turns until nothing is left that it may send; during a recovery it takes one and sends nothing. */
async function send({ admin }: Client): Promise<void> {
  if (!(await isRecovering())) return drainChain()
  const sent = () => world.chain.rpc.getTransactionCount({ address: admin, blockTag: 'pending' })
  const before = await sent()
  await pumpChain(workerCtx(), CHAIN_ID)
  expect(await sent()).toBe(before)
}

/** The job that plans what follows, as if every pause were over. */
async function plan(): Promise<void> {
  await db().execute(sql`update token_operations set next_attempt_at = now() - interval '1 second'
    where status = 'PENDING' and next_attempt_at is not null`)
  await advanceOperations(workerCtx())
}

async function work(client: Client): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    await send(client)
    await world.follow()
    await plan()
    if ((await isRecovering()) || !(await isAnyOpen())) return
  }
}

async function isAnyOpen(): Promise<boolean> {
  const own = eq(tokenOperations.businessId, world.client.businessId)
  const operations = await db().$count(tokenOperations, and(own, eq(tokenOperations.status, 'PENDING')))
  const held = await listLost(db(), 'held')
  return operations > held.length || (await listOpen()).length > held.length
}

/** Operators say of what is held that it is the one on the chain: a client has asked for each once. */
async function resolveHeld(): Promise<boolean> {
  const held = await listLost(db(), 'held')
  for (const { heldId } of held) {
    const decision = { transactionId: heldId ?? '', decision: 'sent' as const, reason: 'the client asked once' }
    await inOperator(anyOperator(), (ctx) => executeDecision(ctx, decision))
  }
  return held.length > 0
}

const asThief = (client: Client) => new ThiefWorld(world, new Strike(), bondOf(client), client.hands)

type Row = typeof tokenOperations.$inferSelect
type Move = Claim & { call: string; who: number; tokens: number }

/** Each mint and burn that was accepted is on the chain once, and one whose operation failed is not. */
async function judgeMoves(client: Client, rows: readonly Row[]): Promise<void> {
  const { contract, firstBlock } = bondOf(client)
  const logs = await world.chain.rpc.getLogs({ address: contract, fromBlock: firstBlock, toBlock: 'latest' })
  const moved = parseEventLogs({ abi: yieldTokenAbi, logs, eventName: 'Transfer' })
  const onChain = moved.map(({ args: { from, to, value } }) =>
    BigInt(from) === 0n ? `mint ${to} ${value / UNIT}` : `burn ${from} ${value / UNIT}`,
  )
  const moves = client.claims.flatMap((claim): Move[] => {
    if (claim.what === 'batch')
      return client.hands.map((_, who) => ({ ...claim, call: 'mint', who, tokens: BATCH_TOKENS }))
    return claim.what === 'mint' || claim.what === 'burn' ? [{ ...claim, call: claim.what }] : []
  })
  const callOf = ({ call, who, tokens }: Move) => `${call} ${client.hands[who]?.address} ${tokens}`
  for (const call of new Set(moves.map(callOf))) {
    const same = moves.filter((claim) => callOf(claim) === call)
    // A line of a batch may have been refused while others were not.
    const isDone = ({ operationId, what }: Move) =>
      what !== 'batch' && rows.find(({ id }) => id === operationId)?.status === 'COMPLETED'
    const done = same.filter((claim) => claim.refusal === null && isDone(claim)).length
    // The token may refuse to carry out again what a restored backup lacks.
    const unsure = same.filter((claim) => claim.isAccepted && (claim.refusal !== null || claim.what === 'batch')).length
    const times = onChain.filter((one) => one === call).length
    expect([times >= done, times <= done + unsure], `${call}: ${times} times for ${done}`).toEqual([true, true])
  }
}

/** Without a cancellation no payment fails: the tokenAdmin has the money for each of them once. */
function judgePayments({ isCancelled }: Client, rows: readonly Row[]): void {
  const payments = rows.filter(({ kind }) => kind === 'PAY_COUPON' || kind === 'CALL')
  const failed = payments.filter(({ status }) => status === 'FAILED')
  if (!isCancelled) expect(failed.map(({ kind, error }) => `${kind}: ${error}`)).toEqual([])
}

async function judge(client: Client): Promise<void> {
  await play(client, { do: 'end' })
  for (let turn = 0; turn < MAX_REPEATS; turn += 1) {
    await repeatAll(client)
    await work(client)
    const isHeld = await resolveHeld()
    if (isHeld) await work(client)
    else if (turn > 0) break
  }
  // A token that was found on its chain is rebuilt with the next range.
  await world.follow()
  const rows = await db()
    .select()
    .from(tokenOperations)
    .where(eq(tokenOperations.tokenId, bondOf(client).id))
  await judgeMoves(client, rows)
  judgePayments(client, rows)
  await expectNothingOpen(asThief(client))
  expect(await listOpen()).toEqual([])
  await expectHonestBooks(asThief(client))
  expect(await watchTokens(workerCtx())).toBe(0)
  const { tenant } = world.client
  expect(await driftOf(tenant)).toEqual([])
  expect(await inTenant(tenant, (ctx) => getBalance(ctx))).toMatchObject({ reserved: '0.00' })
}

/** Whether the tokenAdmin's operations were relayed, as the chain says. */
async function isDelegated({ admin }: Client): Promise<boolean> {
  return (await world.chain.rpc.getCode({ address: admin }))?.startsWith('0xef0100') ?? false
}

test.each(['topup', 'delegation'] as const)(
  'after restores at any point coupons and principal are paid once, and each unit is in the books (%s)',
  { timeout: proofTimeout(600_000) },
  async (gasStrategy) => {
    await db().update(chains).set({ gasStrategy, delegateAddress }).where(eq(chains.chainId, CHAIN_ID))
    forgetChains()
    let delegated = 0
    await assertHistories({ steps, histories: HISTORIES, drawn: 0, long: 60 }, async (played) => {
      await restores.begin()
      const client = await newClient(world)
      for (const one of played) await play(client, one)
      await judge(client)
      if (await isDelegated(client)) delegated += 1
    })
    expect(delegated > 0).toBe(gasStrategy === 'delegation')
  },
)
