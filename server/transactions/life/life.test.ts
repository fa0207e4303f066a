import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import {
  approvals,
  auditLog,
  requestLog,
  transactionAttempts,
  transactionShares,
  transactions,
  wallets,
  webhookAttempts,
  webhookMessages,
} from '@/db/schema'
import { inTenant, inTenantReading, inWorker, type Tenant, workerCtx } from '@/server/ctx'
import { failureOf } from '@/server/engine/failure'
import { createTenant } from '@/server/testing/create-tenant'
import { first } from '@/server/testing/first'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { transferRow } from '@/server/testing/transfer-row'
import { addWallets } from '@/server/wallets/add-wallets'
import { getLifecycle } from './get-lifecycle'
import { pruneShares } from './prune-shares'
import { readShared } from './read-shared'
import { listShares, revokeShare, shareTransaction } from './share-transaction'

openDatabase()
let tenant: Tenant & { projectId: string }
let payer: { businessId: string; projectId: string; walletId: string; address: string }

beforeAll(async () => {
  tenant = await createTenant()
  const { id, address } = await inTenantWithSeed(tenant, async (ctx) => {
    await addWallets(ctx, { chainType: 'EVM', purpose: 'TEST', count: 1 })
    return first(await ctx.db.select().from(wallets))
  })
  payer = { businessId: tenant.businessId, projectId: tenant.projectId, walletId: id, address }
})

const DECIDER = newId()
const T0 = new Date('2026-11-20T10:00:00.000Z').getTime()
const after = (ms: number) => new Date(T0 + ms)

/** A transfer whose rows tell the whole way, with a canary wherever a stranger must not look. */
async function wholeTransfer(): Promise<string> {
  const id = newId()
  const requestId = newId()
  const { businessId, projectId } = tenant
  await inTenant(tenant, ({ db }) =>
    db.insert(transactions).values({
      ...transferRow(payer),
      id,
      laneWalletId: payer.walletId,
      status: 'COMPLETED',
      stage: 'final',
      requestId,
      idempotencyKey: 'canary-key',
      webhookUrl: 'https://canary.example/hook',
      txHash: `0x${randomUUID().replaceAll('-', '')}`,
      blockNumber: 77n,
      receiptSucceeded: true,
      createdAt: after(40),
      signedAt: after(150),
      broadcastAt: after(180),
      minedAt: after(2_000),
      finalAt: after(9_000),
    }),
  )
  await inWorker(async ({ db }) => {
    await db.insert(requestLog).values({
      ...{ id: requestId, businessId, projectId, method: 'POST', path: '/v1/wallet/transaction', status: 202 },
      ...{ durationMs: 60, idempotencyKey: 'canary-key', clientIp: '203.0.113.9', createdAt: after(0) },
    })
    const expiresAt = after(60_000)
    await db.insert(approvals).values({
      ...{ businessId, projectId, transactionId: id, status: 'approved', reason: 'canary-reason' },
      ...{ requestedBy: 'test', decidedBy: `user:${DECIDER}`, note: 'canary-note' },
      ...{ decidedAt: after(120), expiresAt, createdAt: after(40) },
    })
    await db.insert(transactionAttempts).values({
      ...{ businessId, transactionId: id, chainId: 84_532, fromAddress: payer.address, nonce: 3, sends: 1 },
      ...{ txHash: randomUUID(), rawTransaction: new Uint8Array([1]), gasLimit: 21_000n, maxFeePerGas: 5n },
      ...{ maxPriorityFeePerGas: 1n, outcome: 'accepted', createdAt: after(150), lastSentAt: after(180) },
      answers: [{ endpoint: 'canary-node', outcome: 'accepted', detail: null }],
    })
    const message = first(
      await db
        .insert(webhookMessages)
        .values({
          ...{ businessId, projectId, source: 'transaction', sourceId: id, kind: 'wallet.transfer.completed' },
          ...{ url: 'https://canary.example/hook?token=canary', body: '{}', status: 'delivered' },
          createdAt: after(9_001),
        })
        .returning(),
    )
    const attempt = { businessId, messageId: message.id, signedWith: 'project', requestHeaders: {} } as const
    await db.insert(webhookAttempts).values([
      { ...attempt, number: 1, error: 'canary.example refused', latencyMs: 30, createdAt: after(9_100) },
      { ...attempt, number: 2, httpStatus: 200, latencyMs: 45, createdAt: after(19_145) },
    ])
  })
  return id
}

const lifeOf = (id: string, who = tenant) => inTenantReading(who, (ctx) => getLifecycle(ctx, id))
const share = (transactionId: string, who = tenant) =>
  inTenant(who, (ctx) => shareTransaction({ ...ctx, projectId: who.projectId }, { transactionId, hours: 1 }))
const tokenOf = ({ url }: { url: string }) => new URL(url).hash.slice(1)
const open = (token: string) => readShared({ token, requestId: newId() })
const auditOf = (target: string) =>
  inTenant(tenant, ({ db }) => db.select().from(auditLog).where(eq(auditLog.target, target)).orderBy(auditLog.seq))

test('the time axis has every row in the order of its milliseconds', async () => {
  const { moments, explanation } = await lifeOf(await wholeTransfer())
  const shown = moments.map(({ at, kind, durationMs }) => [new Date(at).getTime() - T0, kind, durationMs])
  expect(shown).toEqual([
    [0, 'request', 60],
    [40, 'policy', null],
    [40, 'accepted', null],
    [120, 'approval', null],
    [150, 'signed', null],
    [180, 'sent', null],
    [2_000, 'mined', null],
    [9_000, 'confirmed', null],
    [9_070, 'webhook', 30],
    [19_100, 'webhook', 45],
  ])
  expect(moments.find(({ kind }) => kind === 'signed')?.detail).toBe('Nonce 3')
  expect(moments.find(({ kind }) => kind === 'sent')?.detail).toBe('canary-node: accepted')
  expect(explanation).toBeNull()
})

test('a stranger finds no axis, and another business cannot share it', async () => {
  const id = await wholeTransfer()
  const stranger = await createTenant()
  await expect(lifeOf(id, stranger)).rejects.toMatchObject({ code: 'not_found' })
  await expect(share(id, stranger)).rejects.toMatchObject({ code: 'not_found' })
})

test('a read-only link shows the axis without names, reasons, receivers, endpoints and keys', async () => {
  const id = await wholeTransfer()
  const shared = await open(tokenOf(await share(id)))
  expect(shared.transaction).toMatchObject({ id, status: 'COMPLETED' })
  expect(shared.moments.map(({ kind }) => kind)).toContain('webhook')
  expect(shared.moments.map(({ kind }) => kind)).not.toContain('request')
  expect(JSON.stringify(shared)).not.toMatch(/canary|203\.0\.113/)
  expect(JSON.stringify(shared)).not.toContain(DECIDER)
})

test('a read-only link shows why a transaction failed, without what its business has', async () => {
  const id = newId()
  const shortfall = { unit: 'USD', needed: '0.5', available: '0.123456' }
  await inTenant(tenant, ({ db }) =>
    db.insert(transactions).values({
      ...{ ...transferRow(payer), id, laneWalletId: payer.walletId, status: 'FAILED', stage: 'queued' },
      ...{ ...failureOf('Insufficient gas balance', shortfall), createdAt: after(40), finalAt: after(90) },
    }),
  )
  const shared = await open(tokenOf(await share(id)))
  expect(shared.transaction).toMatchObject({ status: 'FAILED', error: 'Insufficient gas balance' })
  expect(JSON.stringify(shared)).not.toContain('0.123456')
})

test('only a hash of the token is kept; making, opening and revoking are audited, an opening once', async () => {
  const id = await wholeTransfer()
  const made = await share(id)
  const token = tokenOf(made)
  const rows = await workerCtx().db.select().from(transactionShares).where(eq(transactionShares.id, made.id))
  expect(JSON.stringify(rows)).not.toContain(token)
  await Promise.all([open(token), open(token), open(token)])
  const ctxOf = <T>(work: (ctx: Parameters<typeof listShares>[0]) => Promise<T>) =>
    inTenant(tenant, (ctx) => work({ ...ctx, projectId: tenant.projectId }))
  expect((await ctxOf((ctx) => listShares(ctx, id))).items).toMatchObject([{ id: made.id }])
  await ctxOf((ctx) => revokeShare(ctx, { transactionId: id, shareId: made.id }))
  await expect(open(token)).rejects.toMatchObject({ code: 'failed' })
  await expect(ctxOf((ctx) => revokeShare(ctx, { transactionId: id, shareId: made.id }))).rejects.toMatchObject({
    code: 'not_found',
  })
  const actions = (await auditOf(id)).map(({ action }) => action)
  expect(actions).toEqual(['transaction.shared', 'transaction.link_opened', 'transaction.link_revoked'])
})

test('an expired link and one that never was answer alike, and old ones are deleted', async () => {
  const id = await wholeTransfer()
  const made = await share(id)
  const long = new Date(Date.now() - 40 * 86_400_000)
  const isIt = and(eq(transactionShares.id, made.id))
  await inWorker(({ db }) => db.update(transactionShares).set({ expiresAt: long }).where(isIt))
  const said = await open(tokenOf(made)).catch(({ code, message }) => ({ code, message }))
  const never = await open('x'.repeat(43)).catch(({ code, message }) => ({ code, message }))
  expect(said).toEqual(never)
  await pruneShares(workerCtx())
  expect(await workerCtx().db.select().from(transactionShares).where(isIt)).toEqual([])
})

test('links made at once never pass the limit', async () => {
  const id = await wholeTransfer()
  const made = await Promise.allSettled(Array.from({ length: 14 }, () => share(id)))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})
