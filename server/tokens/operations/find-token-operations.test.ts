import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { tokenOperations, tokenSteps } from '@/db/schema'
import { inTenantReading, inWorker } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { newMutationWorld } from '@/server/testing/mutation-world'
import { openDatabase } from '@/server/testing/open-database'
import { findTokenOperations } from './find-token-operations'

openDatabase()

test('shows the token operation of a transaction, only to its business', async () => {
  const world = await newMutationWorld('http://127.0.0.1:9')
  const { tokenId, operationRef } = await world.token()
  const transactionId = await world.queued()
  const detail = { to: '0x00000000000000000000000000000000000000AA', amount: '250' }
  await inWorker(async ({ db }) => {
    await db.update(tokenSteps).set({ transactionId }).where(eq(tokenSteps.operationId, operationRef))
    await db.update(tokenOperations).set({ detail }).where(eq(tokenOperations.id, operationRef))
  })
  const actor = { type: 'key', id: newId() } as const
  const { businessId, projectId } = world
  const read = (owner: { businessId: string; projectId: string }) =>
    inTenantReading({ ...owner, actor, requestId: newId() }, (ctx) =>
      findTokenOperations(ctx, [transactionId, newId()]),
    )
  const operation = { tokenId, operationRef, kind: 'MINT', ticker: 'ACME', ...detail, lines: null }
  expect([...(await read({ businessId, projectId }))]).toEqual([[transactionId, operation]])
  expect([...(await read(await createTenant()))]).toEqual([])
})
