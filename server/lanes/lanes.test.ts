import { and, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { approvals, auditLog, lanes, transactionAttempts, transactions, users, webhookMessages } from '@/db/schema'
import { laneFilter } from '@/schemas/lanes/contract'
import { inOperator, inTenant, inWorker, type OperatorCtx, type Tenant, type TenantCtx, workerCtx } from '@/server/ctx'
import { pauseLanes } from '@/server/engine/evm/open-lanes'
import { pauseWallets } from '@/server/engine/solana/fill-queue'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { spendingProject } from '@/server/policies/spending-project.test-data'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { getTimeline } from '@/server/transactions/get-timeline'
import { speedUpTransaction } from '@/server/transactions/speed-up-transaction'
import { cancelAsOperator } from './cancel-as-operator'
import { getOperatorTransaction } from './get-operator-transaction'
import { listLanes } from './list-lanes'
import { listStuckHeads } from './list-stuck-heads'
import { speedUpAsOperator } from './speed-up-as-operator'

const CHAIN_ID = 84_532
type Row = Partial<typeof transactions.$inferInsert>

openDatabase()
let project: Awaited<ReturnType<typeof spendingProject>>
let tenant: Tenant

beforeEach(async () => {
  project = await spendingProject()
  const id = v7()
  await inWorker(({ db }) =>
    db.insert(users).values({ id, name: 'Ada Obi', email: `${id}@example.test`, passwordHash: '-' }),
  )
  tenant = { ...project.tenant, actor: { type: 'user', id, name: 'Ada Obi' }, requestId: v7() }
})

const asTenant = <T>(work: (ctx: TenantCtx) => Promise<T>) => inTenant(tenant, work)
const asOperator = <T>(work: (ctx: OperatorCtx) => Promise<T>) =>
  inOperator({ actor: tenant.actor, requestId: v7() }, work)
const insert = (row: Row = {}) => inTenant(project.tenant, (ctx) => project.insertRow(ctx, row))
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const sent = (nonce: number, row: Row = {}) =>
  insert({
    stage: 'broadcast',
    nonce,
    senderAddress: project.wallet.address,
    signedAt: new Date(),
    broadcastAt: new Date(),
    ...row,
  })

async function rowOf(id: string) {
  const [row] = await workerCtx().db.select().from(transactions).where(eq(transactions.id, id))
  if (!row) throw new Error('no such row')
  return row
}

async function auditOf(businessId: string, target: string) {
  const rows = await workerCtx()
    .db.select()
    .from(auditLog)
    .where(and(eq(auditLog.businessId, businessId), eq(auditLog.target, target)))
  return rows.map(({ action, detail }) => ({ action, detail }))
}

async function openLane(fields: Partial<typeof lanes.$inferInsert> = {}): Promise<void> {
  const { id: walletId, address, businessId } = project.wallet
  await workerCtx()
    .db.insert(lanes)
    .values({ businessId, chainId: CHAIN_ID, walletId, address, ...fields })
}

async function ownLane(filter: Partial<Parameters<typeof laneFilter.parse>[0] & object> = {}) {
  const page = await asOperator((ctx) =>
    listLanes(ctx, laneFilter.parse({ search: project.wallet.address, ...filter })),
  )
  return page.items[0]
}

describe('cancelling', () => {
  it('ends what was never signed at once, tells its webhook, and says who did it', async () => {
    const id = await insert({ webhookUrl: 'https://customer.example/hook' })
    const outcome = await asTenant((ctx) => cancelTransaction(ctx, { transactionId: id, reason: 'wrong address' }))
    expect(outcome).toEqual({ outcome: 'cancelled' })
    expect(await rowOf(id)).toMatchObject({ status: 'FAILED', error: 'Cancelled before it was sent', txHash: null })
    const messages = await workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.sourceId, id))
    expect(messages).toHaveLength(1)
    const { timeline } = await asTenant((ctx) => getTimeline(ctx, id))
    expect(timeline.requests).toMatchObject([{ kind: 'cancel', by: 'Ada Obi', reason: 'wrong address' }])
  })

  it('ends what waits for a second person together with the question', async () => {
    const id = await insert({ stage: 'awaiting_approval' })
    const { businessId, projectId } = project.tenant
    const question = {
      businessId,
      projectId,
      transactionId: id,
      reason: '$60 is above $50',
      requestedBy: 'system:test',
    }
    await workerCtx()
      .db.insert(approvals)
      .values({ ...question, expiresAt: new Date(Date.now() + 60_000) })
    expect(await asTenant((ctx) => cancelTransaction(ctx, { transactionId: id, reason: '' }))).toEqual({
      outcome: 'cancelled',
    })
    expect(await rowOf(id)).toMatchObject({ status: 'FAILED', error: 'Cancelled before it was sent' })
    const { timeline } = await asTenant((ctx) => getTimeline(ctx, id))
    expect(timeline.approval).toMatchObject({ status: 'rejected', decidedBy: 'Ada Obi' })
  })

  it('only asks the engine once bytes may be out: the record stays pending', async () => {
    const id = await sent(3)
    expect(await asTenant((ctx) => cancelTransaction(ctx, { transactionId: id, reason: '' }))).toEqual({
      outcome: 'requested',
    })
    const { status, error, cancelRequestedAt } = await rowOf(id)
    expect({ status, error }).toEqual({ status: 'PENDING', error: null })
    expect(cancelRequestedAt).not.toBeNull()
  })

  it.each<[string, Row]>([
    ['a block holds', { stage: 'mined' }],
    ['has ended', { stage: 'final', status: 'COMPLETED' }],
    ['was sent on Solana', { stage: 'broadcast', chainType: 'SOLANA' }],
  ])('refuses what %s', async (_, row) => {
    const id = await insert(row)
    const refused = asTenant((ctx) => cancelTransaction(ctx, { transactionId: id, reason: '' }))
    await expect(refused).rejects.toMatchObject({ name: 'ApiError', code: 'conflict' })
    expect(await rowOf(id)).toMatchObject({ cancelRequestedAt: null })
  })

  it('knows no transaction of another business', async () => {
    const id = await insert()
    const other = await createTenant()
    const refused = inTenant(other, (ctx) => cancelTransaction(ctx, { transactionId: id, reason: '' }))
    await expect(refused).rejects.toMatchObject({ code: 'not_found' })
    expect(await rowOf(id)).toMatchObject({ status: 'PENDING' })
  })

  it('happens once when twenty ask at the same time', async () => {
    const id = await insert({ webhookUrl: 'https://customer.example/hook' })
    const asked = Array.from({ length: 20 }, () =>
      asTenant((ctx) => cancelTransaction(ctx, { transactionId: id, reason: '' })).then(
        ({ outcome }) => outcome,
        () => 'refused',
      ),
    )
    expect(await Promise.all(asked)).toContain('cancelled')
    expect(await auditOf(tenant.businessId, id)).toHaveLength(1)
    const messages = await workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.sourceId, id))
    expect(messages).toHaveLength(1)
  })

  it('by an operator is on the audit chain of the business and of the platform', async () => {
    const id = await sent(1)
    await asOperator((ctx) => cancelAsOperator(ctx, { transactionId: id, reason: 'customer asked' }))
    await asOperator((ctx) => speedUpAsOperator(ctx, { transactionId: id, reason: 'stuck' }))
    const actions = ['transaction.cancel_requested', 'transaction.speed_up_requested']
    expect((await auditOf(tenant.businessId, id)).map(({ action }) => action)).toEqual(actions)
    const ours = await auditOf(PLATFORM_BUSINESS_ID, id)
    expect(ours.map(({ action }) => action)).toEqual(actions)
    expect(ours[0]?.detail).toEqual({ businessId: tenant.businessId, reason: 'customer asked' })
  })
})

describe('speeding up', () => {
  it('asks the engine for a dearer form of what was sent', async () => {
    const id = await sent(2)
    await asTenant((ctx) => speedUpTransaction(ctx, { transactionId: id, reason: '' }))
    expect((await rowOf(id)).speedUpRequestedAt).not.toBeNull()
  })

  it('refuses what was not sent yet', async () => {
    const id = await insert()
    const refused = asTenant((ctx) => speedUpTransaction(ctx, { transactionId: id, reason: '' }))
    await expect(refused).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('listLanes', () => {
  it('counts what is mined, in flight, missing and queued, and draws the nonces', async () => {
    await openLane({ nextNonce: 9 })
    await sent(4, { status: 'COMPLETED', stage: 'final' })
    const mined = await sent(5, { stage: 'mined' })
    const head = await sent(6)
    const cancelled = await sent(8, { cancelRequestedAt: new Date() })
    await insert()
    await insert()
    const lane = await ownLane()
    expect(lane).toMatchObject({ mined: 1, inFlight: 2, holes: 1, queued: 2, nextNonce: 9, isStuck: false })
    expect(lane?.cells.slice(-4)).toEqual([
      { nonce: 5, state: 'used', transactionId: mined },
      { nonce: 6, state: 'in_flight', transactionId: head },
      { nonce: 7, state: 'hole', transactionId: null },
      { nonce: 8, state: 'cancelling', transactionId: cancelled },
    ])
  })

  it('calls a lane stuck once its lowest nonce waits longer than the chain’s patience, and lists the head', async () => {
    await openLane({ nextNonce: 2 })
    const head = await sent(0, { signedAt: minutesAgo(5), broadcastAt: minutesAgo(5) })
    await sent(1)
    await workerCtx()
      .db.insert(transactionAttempts)
      .values({
        businessId: tenant.businessId,
        transactionId: head,
        chainId: CHAIN_ID,
        fromAddress: project.wallet.address,
        nonce: 0,
        txHash: `0x${v7().replaceAll('-', '')}`,
        rawTransaction: new Uint8Array(1),
        gasLimit: 1n,
        maxFeePerGas: 1n,
        maxPriorityFeePerGas: 1n,
        outcome: 'rejected',
        outcomeDetail: 'replacement transaction underpriced',
        answers: [{ endpoint: 'first', outcome: 'rejected', detail: 'underpriced' }],
      })
    expect(await ownLane({ state: 'stuck' })).toMatchObject({ isStuck: true })
    const heads = await asOperator(listStuckHeads)
    expect(heads.items.find(({ transactionId }) => transactionId === head)).toMatchObject({
      nonce: 0,
      behind: 1,
      attempts: 1,
      lastAnswer: 'replacement transaction underpriced',
      address: project.wallet.address,
    })
    const { attempts, owner } = await asOperator((ctx) => getOperatorTransaction(ctx, head))
    expect(attempts[0]?.answers).toEqual([{ endpoint: 'first', outcome: 'rejected', detail: 'underpriced' }])
    expect(owner.businessId).toBe(tenant.businessId)
  })

  it('shows operators the webhook that told of a transaction', async () => {
    const id = await insert({ webhookUrl: 'https://x.example/hook' })
    const read = () => asOperator((ctx) => getOperatorTransaction(ctx, id))
    expect((await read()).message).toBeNull()
    const { businessId, projectId } = project.tenant
    const reported = { source: 'transaction', sourceId: id, kind: 'wallet.transfer.completed' } as const
    await workerCtx()
      .db.insert(webhookMessages)
      .values({ businessId, projectId, ...reported, url: 'https://x.example/hook', body: '{}', status: 'delivered' })
    expect((await read()).message).toMatchObject({ status: 'delivered', sourceId: id })
  })

  it('finds lanes by state, chain and business', async () => {
    await openLane({ nextNonce: 0, blockedReason: 'Waiting for gas' })
    expect(await ownLane({ state: 'busy' })).toBeUndefined()
    expect(await ownLane({ state: 'blocked' })).toBeUndefined()
    await insert({ createdAt: minutesAgo(3) })
    expect(await ownLane({ state: 'blocked' })).toMatchObject({ blockedReason: 'Waiting for gas', queued: 1 })
    expect(await ownLane({ chainId: 1 })).toBeUndefined()
    expect(await ownLane({ search: project.wallet.address.toLowerCase() })).toMatchObject({ queued: 1 })
    expect(await ownLane({ search: '%' })).toBeUndefined()
  })

  it('says why a lane waits, since when, how often and when it is looked at again', async () => {
    await openLane()
    await insert()
    const { id: walletId } = project.wallet
    const [row] = await workerCtx().db.select().from(lanes).where(eq(lanes.walletId, walletId))
    if (!row) throw new Error('no lane')
    const pause = (reason: string) => pauseLanes(workerCtx(), [{ lane: row, reason, pauseMs: 60_000 }])
    await pause('Waiting for gas')
    const first = await ownLane()
    expect(first).toMatchObject({ blockedReason: 'Waiting for gas', blockedCount: 1 })
    expect(Date.parse(first?.notBefore ?? '')).toBeGreaterThan(Date.parse(first?.blockedSince ?? ''))
    await pause('Waiting for gas')
    expect(await ownLane()).toMatchObject({ blockedSince: first?.blockedSince, blockedCount: 2 })
    await pause('No gas wallet is set up on this chain')
    expect(await ownLane()).toMatchObject({ blockedReason: 'No gas wallet is set up on this chain', blockedCount: 1 })
    const queued = [{ businessId: row.businessId, walletId, fromAddress: row.address }]
    for (let time = 0; time < 2; time++)
      await pauseWallets(workerCtx(), CHAIN_ID, { queued, reason: 'Waiting for rent', pauseMs: 1_000 })
    expect(await ownLane()).toMatchObject({ blockedReason: 'Waiting for rent', blockedCount: 2 })
  })

  it('counts what waits for a relayer and is in no lane', async () => {
    const before = (await asOperator((ctx) => listLanes(ctx, laneFilter.parse({})))).unassigned
    await insert({ laneWalletId: null })
    expect((await asOperator((ctx) => listLanes(ctx, laneFilter.parse({})))).unassigned).toBe(before + 1)
  })
})
