import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { approvals, type TransactionRow, transactions } from '@/db/schema'
import { approveTransaction } from '@/server/approvals/approve-transaction'
import { rejectTransaction } from '@/server/approvals/reject-transaction'
import { findChain } from '@/server/chains/registry'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, inWorker, type Tenant, workerCtx } from '@/server/ctx'
import { endTransactions } from '@/server/engine/end-transactions'
import { ApiError } from '@/server/errors'
import { postCredit } from '@/server/ledger/credit-business'
import { driftOf } from '@/server/ledger/holder.test-data'
import { findPolicy } from '@/server/policies/find-policy'
import { savePolicy } from '@/server/policies/save-policy'
import { budgetDrift } from '@/server/testing/budget-drift'
import { newWallet } from '@/server/testing/new-wallet'
import { portalOf } from '@/server/testing/portal-of'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'
import { type Answer, type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { type BatchAnswer, batchAnswer } from './batch-contract'
import { decideAll } from './batch-decisions.test-data'
import { type Action, type Batch, DEADLY, firstThreshold, step } from './batch-steps.test-data'
import { balanceUnits, CHAINS, openBatchWorld } from './batch-world.test-data'
import { cancelTransaction } from './cancel-transaction'

const PATH = '/v1/wallet/transaction/batch'
const RECIPIENTS = {
  EVM: ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
  SOLANA: ['P2bYwCcTUmQEzQsYitcSyLFJbQaPo272jADQy3P9MoH', 'B1FXwEmpzAQbtuVcpcsgxhmKdNWyFHnCZBP1KkiHQQx6'],
} as const
const DOLLAR = 1_000_000n
/** Enough to hold the gas of about seven transfers. */
const CREDIT_MICROS = 8_000n
/** In dollars, of any policy of the model. */
const MAX_DAILY = 20

const { whileKilling } = openBatchWorld()

type Wallets = Record<'EVM' | 'SOLANA', string[]>
type World = { client: WalletClient; owner: Tenant & { projectId: string }; wallets: Wallets; sent: Sent[] }
type Sent = { key: string; body: ReturnType<typeof bodyOf>; answer: BatchAnswer }

async function newWorld(approvalAbove: number | null): Promise<World> {
  const client = await walletClient()
  const { tenant } = client
  const newWallets = async (chainType: 'EVM' | 'SOLANA') => {
    const made = [await newWallet(tenant, chainType), await newWallet(tenant, chainType)]
    // The last one belongs to nobody.
    return [...made.map(({ address }) => address), RECIPIENTS[chainType][0]]
  }
  const wallets = { EVM: await newWallets('EVM'), SOLANA: await newWallets('SOLANA') }
  const { person } = await portalOf(tenant, 'owner', 'Ada')
  const owner = { ...tenant, actor: { type: 'user' as const, id: person.id, name: 'Ada' } }
  const credit = { businessId: tenant.businessId, micros: CREDIT_MICROS, reason: 'test', createdBy: 'test' }
  await inWorker(({ db }) => postCredit(db, credit))
  const world = { client, owner, wallets, sent: [] }
  await changePolicy(world, { daily: MAX_DAILY, approvalAbove, isNarrow: false })
  return world
}

function bodyOf({ wallets }: Pick<World, 'wallets'>, { lines, allOrNothing }: Pick<Batch, 'lines' | 'allOrNothing'>) {
  const transfers = lines.map(({ wallet, to, amount, chain, reference }) => {
    const { chainId, chainType } = CHAINS[chain] ?? CHAINS[0]
    const [fromAddress, toAddress] = [wallets[chainType][wallet], RECIPIENTS[chainType][to]]
    return { fromAddress, toAddress, amount: String(amount), chainType, chainId, reference }
  })
  return { transfers, allOrNothing }
}

/** Each answer to one key is the same, whichever of the calls is the first. */
async function sendBatch(world: World, one: Batch): Promise<void> {
  const [key, body] = [randomUUID(), bodyOf(world, one)]
  const answers = await Promise.all(Array.from({ length: one.times }, () => world.client.post(PATH, body, key)))
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
  for (const answer of answers) keep(world, { key, body }, answer)
}

function keep({ sent }: World, { key, body }: Omit<Sent, 'answer'>, { code, data }: Answer): void {
  expect(code).toBe(202)
  const answer = batchAnswer.parse(data)
  const known = sent.find((one) => one.key === key)
  if (known) expect(answer).toEqual(known.answer)
  else sent.push({ key, body, answer })
}

/** The call dies between two lines, and is repeated with its key. */
async function killBatch(world: World, { batch: one, at, isLost }: Extract<Action, { do: 'kill' }>): Promise<void> {
  const lines = one.lines.map((each, n) => (n === at % one.lines.length ? { ...each, amount: DEADLY } : each))
  const [key, body] = [randomUUID(), bodyOf(world, { ...one, lines })]
  // No call answers 500 by the document, so the client throws.
  const answer = await whileKilling(isLost, () => world.client.post(PATH, body, key).catch(() => null))
  const isAnswered = answer?.code === 202
  expect(isAnswered || (await openOf(world)).every(({ batchId }) => isKnown(world, batchId))).toBe(true)
  const again = await world.client.post(PATH, body, key)
  expect(again.replayed).toBe(isAnswered)
  keep(world, { key, body }, again)
}

const isKnown = ({ sent }: World, id: string | null) => sent.some(({ answer }) => answer.batchId === id)
const isOf = ({ client }: World) => eq(transactions.businessId, client.businessId)
const rowsOf = (world: World) =>
  workerCtx().db.select().from(transactions).where(isOf(world)).orderBy(asc(transactions.id))
const openOf = async (world: World) => (await rowsOf(world)).filter(({ status }) => status === 'PENDING')

async function cancelOne(world: World, n: number): Promise<void> {
  const open = await openOf(world)
  const one = open[n % Math.max(open.length, 1)]
  if (!one) return
  const outcome = await inTenant(world.client.tenant, (ctx) =>
    cancelTransaction(ctx, { transactionId: one.id, reason: '' }),
  ).catch((error: unknown) => (error instanceof ApiError ? error.code : error))
  // The second of two at once may find that the first ended it, or that it was approved meanwhile.
  expect(['conflict', { outcome: 'cancelled' }, { outcome: 'requested' }]).toContainEqual(outcome)
}

/** A second person decides about a line that waits, twice at once. */
async function decideOne(
  { client, owner }: World,
  { n, isApproved }: Extract<Action, { do: 'decide' }>,
): Promise<void> {
  const waiting = and(eq(approvals.businessId, client.businessId), eq(approvals.status, 'pending'))
  const rows = await workerCtx().db.select().from(approvals).where(waiting).orderBy(asc(approvals.id))
  const approvalId = rows[n % Math.max(rows.length, 1)]?.id
  if (approvalId === undefined) return
  const verb = isApproved ? approveTransaction : rejectTransaction
  const decide = () =>
    inTenant(owner, (ctx) => verb({ ...ctx, projectId: owner.projectId }, { approvalId, note: '' })).then(
      () => 'decided',
      (error: unknown) => (error instanceof ApiError ? error.code : error),
    )
  const outcomes = await Promise.all([decide(), decide()])
  expect(outcomes.filter((outcome) => outcome === 'decided').length).toBeLessThanOrEqual(1)
  // The policy of now may refuse it, and it may have been cancelled.
  for (const outcome of outcomes) expect(['decided', 'conflict', 'failed']).toContain(outcome)
}

type Change = Omit<Extract<Action, { do: 'policy' }>, 'do'>

async function changePolicy({ client }: World, { daily, approvalAbove, isNarrow }: Change): Promise<void> {
  const rules = {
    ...{ isActive: true, perTransactionUsd: null, dailyUsd: BigInt(daily) * DOLLAR, methods: null },
    approvalAboveUsd: approvalAbove === null ? null : BigInt(approvalAbove) * DOLLAR,
    recipients: isNarrow ? [RECIPIENTS.EVM, RECIPIENTS.SOLANA].map(([address]) => ({ address, label: '' })) : null,
  }
  await inTenant(client.tenant, async (ctx) => {
    const known = await findPolicy(ctx, { lock: false })
    await savePolicy(ctx, { ...rules, version: known?.updatedAt.toISOString() ?? null })
  }).catch((error: unknown) => expect(error).toMatchObject({ code: 'conflict' }))
  forgetCaches()
}

/** What is queued ends as the engine would end it. */
async function endQueued(world: World, isDone: boolean): Promise<void> {
  const outcome = isDone ? { status: 'COMPLETED' as const } : { status: 'FAILED' as const, error: 'Reverted' }
  for (const { chainId } of CHAINS) {
    const chain = await findChain(chainId)
    if (!chain) throw new Error('no chain')
    const where = and(
      ...[isOf(world), eq(transactions.chainId, chainId), eq(transactions.status, 'PENDING')],
      eq(transactions.stage, 'queued'),
    )
    const ended = { stage: 'final' as const, finalAt: new Date(), ...outcome }
    await endTransactions(chain, null, (db) => db.update(transactions).set(ended).where(where).returning())
  }
}

function play(world: World, action: Action): Promise<void> {
  if (action.do === 'batch') return sendBatch(world, action)
  if (action.do === 'kill') return killBatch(world, action)
  if (action.do === 'cancel') return cancelOne(world, action.n)
  if (action.do === 'decide') return decideOne(world, action)
  if (action.do === 'decide_all') return decideAll(world.owner, action)
  if (action.do === 'end') return endQueued(world, action.isDone)
  return changePolicy(world, action)
}

/** Each line has one answer in its place, and what it says is so. */
function checkAnswer({ body, answer }: Sent, rows: readonly TransactionRow[]): void {
  const { lines, batchId, ...counts } = answer
  const made = rows.filter((row) => row.batchId === batchId)
  expect(lines.map(({ index, reference }) => [index, reference])).toEqual(
    body.transfers.map(({ reference }, index) => [index, reference]),
  )
  const having = (wanted: string) => lines.filter(({ status }) => status === wanted)
  expect(counts).toEqual({
    accepted: having('ACCEPTED').length,
    existing: having('EXISTING').length,
    refused: having('REFUSED').length,
  })
  expect(having('ACCEPTED').map(({ transactionId }) => transactionId)).toEqual(made.map(({ id }) => id))
  const isLeft = body.allOrNothing && having('REFUSED').length > 0
  expect(isLeft ? made.length : having('NOT_ATTEMPTED').length).toBe(0)
  for (const [n, { status, transactionId, code }] of lines.entries()) {
    const { reference, fromAddress, toAddress, amount, chainId } = body.transfers[n] ?? {}
    const isMade = status === 'ACCEPTED' || status === 'EXISTING'
    expect([transactionId !== undefined, code !== undefined]).toEqual([isMade, status === 'REFUSED'])
    if (!isMade) continue
    const row = rows.find(({ id }) => id === transactionId)
    expect(row).toMatchObject({ fromAddress, toAddress, chainId, reference: reference ?? null })
    const coin = CHAINS.find((chain) => chain.chainId === chainId)?.coin ?? 0n
    expect(row?.amountUnits).toBe(BigInt(amount ?? 0) * coin)
  }
}

async function check(world: World): Promise<void> {
  const rows = await rowsOf(world)
  for (const one of world.sent) checkAnswer(one, rows)
  // Nothing is there that no answer names: a killed call leaves no line.
  expect(rows).toHaveLength(world.sent.reduce((sum, { answer }) => sum + answer.accepted, 0))
  const named = rows.flatMap(({ reference }) => reference ?? [])
  expect(new Set(named).size).toBe(named.length)
  const open = rows.filter(({ status }) => status === 'PENDING')
  const isPending = and(eq(approvals.businessId, world.client.businessId), eq(approvals.status, 'pending'))
  const asked = await workerCtx().db.select({ id: approvals.transactionId }).from(approvals).where(isPending)
  const waiting = open.filter(({ stage }) => stage === 'awaiting_approval')
  expect(asked.map(({ id }) => id).sort()).toEqual(waiting.map(({ id }) => id).sort())
  const held = open.reduce((sum, { feeHoldMicros }) => sum + feeHoldMicros, 0n)
  expect(await balanceUnits(world.client.businessId)).toEqual([CREDIT_MICROS - held, held])
  const spent = rows.reduce((sum, row) => sum + (row.status === 'FAILED' ? 0n : (row.valueUsdMicros ?? 0n)), 0n)
  expect(spent).toBeLessThanOrEqual(BigInt(MAX_DAILY) * DOLLAR)
  expect(await driftOf(world.client.tenant)).toEqual([])
  expect(await budgetDrift(workerCtx().db)).toEqual([])
}

test('however batches, cancels, decisions, policies and kills meet, what is held and sent is what was accepted', {
  timeout: proofTimeout(600_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(firstThreshold, fc.array(step, { minLength: 2, maxLength: 6 }), async (threshold, steps) => {
      const world = await newWorld(threshold)
      for (const actions of steps) {
        await Promise.all(actions.map((action) => play(world, action)))
        await check(world)
      }
      for (const { key, body, answer } of world.sent) {
        const again = await world.client.post(PATH, body, key)
        expect(again).toMatchObject({ code: 202, replayed: true })
        expect(batchAnswer.parse(again.data)).toEqual(answer)
      }
      for (const _ of await openOf(world)) await cancelOne(world, 0)
      expect(await openOf(world)).toEqual([])
      const where = and(eq(approvals.businessId, world.client.businessId), eq(approvals.status, 'pending'))
      expect(await workerCtx().db.$count(approvals, where)).toBe(0)
      await check(world)
    }),
    propertyRuns(5, 300),
  )
})
