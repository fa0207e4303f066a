import { eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { tokenOperations, tokenSteps } from '@/db/schema'
import { PAYOUT_STEPS, type PayoutStep, REDEMPTION_INDEX } from '@/schemas/tokens/words'
import { inTenantReading, inWorker } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { newMutationWorld } from '@/server/testing/mutation-world'
import { openDatabase } from '@/server/testing/open-database'
import {
  encodeApprove,
  encodeFund,
  encodePayHolders,
  encodeRecordCoupon,
  encodeRecordRedemption,
  encodeReturnRest,
} from './asset-calls'
import { findTokenOperations } from './find-token-operations'

openDatabase()

const DETAIL = { to: '0x00000000000000000000000000000000000000AA', amount: '250' }

/** A transaction of a token operation, and how a tenant reads it. */
async function openWorld() {
  const world = await newMutationWorld('http://127.0.0.1:9')
  const { tokenId, operationRef, couponId } = await world.token()
  const transactionId = await world.queued()
  const ofOperation = eq(tokenSteps.operationId, operationRef)
  await inWorker(async ({ db }) => {
    await db.update(tokenSteps).set({ transactionId }).where(ofOperation)
    await db.update(tokenOperations).set({ detail: DETAIL }).where(eq(tokenOperations.id, operationRef))
  })
  const actor = { type: 'key', id: newId() } as const
  return {
    ...{ tokenId, operationRef, couponId, transactionId, businessId: world.businessId, projectId: world.projectId },
    callAs: (callData: string) => inWorker(({ db }) => db.update(tokenSteps).set({ callData }).where(ofOperation)),
    read: ({ businessId, projectId }: { businessId: string; projectId: string }) =>
      inTenantReading({ businessId, projectId, actor, requestId: newId() }, (ctx) =>
        findTokenOperations(ctx, [transactionId, newId()]),
      ),
  }
}

test('shows the token operation of a transaction, only to its business', async () => {
  const world = await openWorld()
  const { tokenId, operationRef } = world
  const operation = { tokenId, operationRef, kind: 'MINT', ticker: 'ACME', ...DETAIL, lines: null, payout: null }
  expect([...(await world.read(world))]).toEqual([[world.transactionId, operation]])
  expect([...(await world.read(await createTenant()))]).toEqual([])
})

test('names what a transaction does for a payout', async () => {
  const world = await openWorld()
  const { operationRef, couponId, transactionId } = world
  await inWorker(({ db }) =>
    db.update(tokenOperations).set({ payoutId: couponId }).where(eq(tokenOperations.id, operationRef)),
  )
  const rate = { numerator: 1n, denominator: 1n }
  const calls: Record<PayoutStep, Hex[]> = {
    RECORD: [encodeRecordCoupon(1, 0, rate), encodeRecordRedemption(rate)],
    APPROVE: [encodeApprove(DETAIL.to, 1n)],
    FUND: [encodeFund(1)],
    PAY: [encodePayHolders(1, [DETAIL.to]), encodePayHolders(REDEMPTION_INDEX, [DETAIL.to])],
    RETURN: [encodeReturnRest(1)],
  }
  for (const step of PAYOUT_STEPS) {
    for (const callData of calls[step]) {
      await world.callAs(callData)
      expect((await world.read(world)).get(transactionId)?.payout).toEqual({ step, index: 1 })
    }
  }
})
