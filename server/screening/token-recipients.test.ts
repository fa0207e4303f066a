import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tokenItems, tokenOperations, tokenSteps, transactions } from '@/db/schema'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { fillTenant } from '@/server/testing/fill-tenant'
import { HOLDER } from '@/server/testing/fill-tokens'
import { openDatabase } from '@/server/testing/open-database'
import { findBlockedRows, requireUnblockedRow } from './find-blocked'

const MINT = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'

openDatabase()

test('an operation of a Solana token names its holders, whose accounts its call names alone', async () => {
  const tenant = await createTenant()
  // Its list has the holder.
  const { transactionId: id } = await fillTenant(tenant)
  const { businessId } = tenant
  const [mint] = await workerCtx()
    .db.select()
    .from(tokenOperations)
    .where(and(eq(tokenOperations.businessId, businessId), eq(tokenOperations.kind, 'MINT')))
  const operationId = mint?.id ?? ''
  const [item, step] = [eq(tokenItems.operationId, operationId), eq(tokenSteps.operationId, operationId)]
  const row = { id, businessId, type: 'TOKEN_OPERATION', toAddress: MINT, callData: null }
  const blocked = async (change = {}) => [...(await findBlockedRows(workerCtx(), [{ ...row, ...change }])).values()]
  expect(await blocked()).toEqual([])
  await inWorker(async ({ db }) => {
    await db.update(tokenSteps).set({ transactionId: id }).where(step)
    await db.update(tokenItems).set({ status: 'PENDING' }).where(item)
  })
  expect(await blocked()).toEqual([HOLDER])
  await expect(inTenant(tenant, (ctx) => requireUnblockedRow(ctx, row))).rejects.toMatchObject({
    reason: 'address_blocked',
  })
  // Another business learns nothing of it.
  const other = await createTenant()
  await inTenant(other, (ctx) => requireUnblockedRow(ctx, { ...row, businessId: other.businessId }))
  // A line that was left out, and what takes from the holder.
  await inWorker(({ db }) => db.update(tokenItems).set({ status: 'FAILED', code: 'address_blocked' }).where(item))
  expect(await blocked()).toEqual([])
  await inWorker(({ db }) =>
    db
      .update(tokenOperations)
      .set({ detail: { to: HOLDER } })
      .where(eq(tokenOperations.id, operationId)),
  )
  expect(await blocked()).toEqual([HOLDER])
  await inWorker(({ db }) =>
    db.update(tokenOperations).set({ kind: 'REMOVE' }).where(eq(tokenOperations.id, operationId)),
  )
  expect(await blocked()).toEqual([])
  expect(await workerCtx().db.$count(transactions, eq(transactions.id, id))).toBe(1)
})
