import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { approvals, businesses, projects, transactions, webhookMessages } from '@/db/schema'
import { expireApprovals } from '@/server/approvals/expire-approvals'
import { requestApproval } from '@/server/approvals/request-approval'
import { inOperator, inTenant, inWorker, type OperatorCtx, type Tenant, workerCtx } from '@/server/ctx'
import { countWaiting, endWaiting } from '@/server/lanes/end-waiting'
import { balanceOf, credit } from '@/server/ledger/ledger.test-data'
import { setBusinessStatus } from '@/server/suspension/set-business-status'
import { setProjectStatus } from '@/server/suspension/set-project-status'
import { createTenant } from '@/server/testing/create-tenant'
import { type EngineWorld, openEngineWorld, transferOf } from '@/server/testing/engine-world'
import { holdGas } from '@/server/testing/hold-gas'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { getTimeline } from '@/server/transactions/get-timeline'
import { hasOpenTransactions } from './run-engine'

let world: EngineWorld
let other: Tenant & { projectId: string }
let wallet: { address: string; addressIndex: number }

beforeAll(async () => {
  world = await openEngineWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  const { businessId } = world.tenant
  await inWorker(({ db }) => db.update(projects).set({ status: 'active' }).where(eq(projects.businessId, businessId)))
  await inWorker(({ db }) => db.update(businesses).set({ status: 'active' }).where(eq(businesses.id, businessId)))
  other = await createTenant({ businessId })
  wallet = await world.newWallet(20_000_000n)
})

const as = <T>(work: (ctx: OperatorCtx) => Promise<T>) =>
  inOperator({ actor: { type: 'user', id: v7(), name: 'Ope' }, requestId: v7() }, work)

function projectId(): string {
  if (world.tenant.projectId === null) throw new Error('the world has a project')
  return world.tenant.projectId
}

const setProject = (status: 'active' | 'suspended') =>
  as((ctx) => setProjectStatus(ctx, { businessId: world.tenant.businessId, projectId: projectId(), status }))
const setBusiness = (status: 'active' | 'suspended') =>
  as((ctx) => setBusinessStatus(ctx, { businessId: world.tenant.businessId, status }))

const transferFrom = (tenant: Tenant, amount: string) => transferOf(tenant, { fromAddress: wallet.address, amount })

const noteOf = async (id: string) => (await inTenant(world.tenant, (ctx) => getTimeline(ctx, id))).timeline.note

test('signs nothing for a suspended project, delays neither its lane nor the worker, and continues once it is resumed', async () => {
  const first = await transferFrom(world.tenant, '1')
  await setProject('suspended')
  const second = await transferFrom(other, '2')
  expect(await world.runEngine()).toEqual({ unfinished: false })
  expect(await world.read(first.id)).toMatchObject({ status: 'PENDING', stage: 'queued', attempts: 0 })
  expect(await noteOf(first.id)).toBe('The project is suspended: nothing new is signed until an operator resumes it')
  expect(await world.read(second.id)).toMatchObject({ status: 'COMPLETED' })
  expect(await hasOpenTransactions(workerCtx(), CHAIN_ID)).toBe(false)
  await setProject('active')
  expect(await noteOf(first.id)).toBeNull()
  await world.runEngine()
  expect(await world.read(first.id)).toMatchObject({ status: 'COMPLETED', attempts: 1 })
})

test('signs nothing for any project of a suspended business', async () => {
  const rows = [await transferFrom(world.tenant, '1'), await transferFrom(other, '1')]
  await setBusiness('suspended')
  await world.runEngine()
  for (const { id } of rows) {
    expect(await world.read(id)).toMatchObject({ stage: 'queued', attempts: 0 })
    expect(await noteOf(id)).toContain('The business is suspended')
  }
  await setBusiness('active')
  await world.runEngine()
  for (const { id } of rows) expect(await world.read(id)).toMatchObject({ status: 'COMPLETED' })
})

test('follows sent transactions to their end, and replaces one if an operator requests it', async () => {
  await transferFrom(world.tenant, '1')
  await world.runEngine()
  await world.chain.holdMining()
  const sent = await transferFrom(world.tenant, '1')
  const run = world.runEngine()
  await expect.poll(async () => (await world.read(sent.id)).stage).toBe('broadcast')
  await setProject('suspended')
  const waiting = await transferFrom(world.tenant, '1')
  await world.setTransaction(sent.id, { speedUpRequestedAt: new Date() })
  await world.reasonsOf(sent.id).toEqual(['first', 'bump'])
  world.chain.resumeMining()
  await run
  await world.runEngine()
  expect(await world.read(sent.id)).toMatchObject({ status: 'COMPLETED', attempts: 2 })
  expect(await world.read(waiting.id)).toMatchObject({ stage: 'queued', attempts: 0 })
})

test('delegates and assigns nothing for a suspended project, whose assigned rows use no relayer capacity', async () => {
  const assigned = await transferFrom(world.tenant, '1')
  const unassigned = await transferFrom(world.tenant, '1')
  await world.setTransaction(unassigned.id, { laneWalletId: null })
  await setProject('suspended')
  await world.runEngine()
  expect(await world.rowOf(unassigned.id)).toMatchObject({ laneWalletId: null, stage: 'queued' })
  expect(await world.rowOf(assigned.id)).toMatchObject({ stage: 'queued' })
  const made = await workerCtx().db.$count(transactions, eq(transactions.toAddress, wallet.address))
  expect(made).toBe(0)
  await setProject('active')
  await world.runEngine()
  expect(await world.read(unassigned.id)).toMatchObject({ status: 'COMPLETED' })
})

test('approvals wait through a suspension and have their full time again after it', async () => {
  const { businessId } = world.tenant
  const { id } = await transferFrom(world.tenant, '1')
  await world.setTransaction(id, { stage: 'awaiting_approval' })
  await inTenant(world.tenant, (ctx) => requestApproval(ctx, { transactionId: id, reason: 'r' }))
  await setBusiness('suspended')
  await inWorker(({ db }) =>
    db
      .update(approvals)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(approvals.transactionId, id)),
  )
  expect(await expireApprovals(workerCtx())).toBe(0)
  expect(await noteOf(id)).toContain('The business is suspended')
  await setProject('suspended')
  await setBusiness('active')
  expect(await expireApprovals(workerCtx())).toBe(0)
  await setProject('active')
  expect(await expireApprovals(workerCtx())).toBe(0)
  const [approval] = await workerCtx().db.select().from(approvals).where(eq(approvals.businessId, businessId))
  expect(approval?.status).toBe('pending')
  expect(approval?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 71 * 3_600_000)
  // Resuming an active project extends no approval.
  const soon = new Date(Date.now() + 60_000)
  await inWorker(({ db }) => db.update(approvals).set({ expiresAt: soon }).where(eq(approvals.transactionId, id)))
  await setProject('active')
  const [same] = await workerCtx().db.select().from(approvals).where(eq(approvals.transactionId, id))
  expect(same?.expiresAt).toEqual(soon)
  await inTenant(world.tenant, (ctx) => cancelTransaction(ctx, { transactionId: id, reason: '' }))
})

test('an operator ends waiting transactions: holds are released, customers are notified, and nothing else changes', async () => {
  const { businessId } = world.tenant
  await credit(world.tenant, 5_000_000n)
  const queued = await transferFrom(world.tenant, '1')
  const undecided = await transferFrom(world.tenant, '1')
  const neighbour = await transferFrom(other, '1')
  for (const { id } of [queued, undecided]) {
    await inTenant(world.tenant, (ctx) => holdGas(ctx, { transactionId: id, micros: 1_000_000n }))
    await world.setTransaction(id, {
      feeHoldMicros: 1_000_000n,
      nativePriceE8: 2_000_00000000n,
      webhookUrl: 'https://customer.example/hook',
    })
  }
  await world.setTransaction(undecided.id, { stage: 'awaiting_approval' })
  await inTenant(world.tenant, (ctx) => requestApproval(ctx, { transactionId: undecided.id, reason: 'r' }))
  const scope = { businessId, projectId: projectId() }
  const end = () => as((ctx) => endWaiting(ctx, { ...scope, reason: 'Fraud' }))
  await expect(end()).rejects.toMatchObject({ code: 'conflict' })
  await setProject('suspended')
  expect(await as((ctx) => countWaiting(ctx, scope))).toBe(2)
  expect(await end()).toEqual({ ended: 2, left: 0 })
  for (const { id } of [queued, undecided]) {
    expect(await world.read(id)).toMatchObject({ status: 'FAILED', error: 'Cancelled before it was sent', attempts: 0 })
    const reported = await workerCtx().db.$count(webhookMessages, eq(webhookMessages.sourceId, id))
    expect(reported).toBe(1)
  }
  expect(await balanceOf(world.tenant)).toEqual({ available: '5.00', reserved: '0.00' })
  await setProject('active')
  await world.runEngine()
  expect(await world.read(neighbour.id)).toMatchObject({ status: 'COMPLETED' })
})
