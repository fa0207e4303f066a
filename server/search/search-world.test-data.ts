import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll } from 'vitest'
import { auditLog, deposits, indexerEvents, transactionAttempts } from '@/db/schema'
import { inOperatorReading, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { fillTenant } from '@/server/testing/fill-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { unguardRows } from '@/server/testing/poisoned-rows'
import { listHits } from './list-hits'

type SearchWorld = {
  own: Awaited<ReturnType<typeof createTenant>>
  other: Awaited<ReturnType<typeof createTenant>>
  /** Ids of what `own` has. */
  filled: Awaited<ReturnType<typeof fillTenant>>
}

/** Two businesses that have a row of everything. Call it once in a file, in place of `openDatabase`. */
export function openSearchWorld(): SearchWorld {
  openDatabase()
  let world: SearchWorld
  beforeAll(async () => {
    const [own, other] = [await createTenant(), await createTenant()]
    world = { own, other, filled: await fillTenant(own) }
    await fillTenant(other)
    await unguardRows()
  })
  return {
    get own() {
      return world.own
    },
    get other() {
      return world.other
    },
    get filled() {
      return world.filled
    },
  }
}

/** Gives the transactions, deposits and events of a business this transaction hash. */
export async function giveHash(hash: string, { businessId }: { businessId: string }): Promise<void> {
  const { db } = workerCtx()
  await db.update(transactionAttempts).set({ txHash: hash }).where(eq(transactionAttempts.businessId, businessId))
  await db.update(deposits).set({ txHash: hash }).where(eq(deposits.businessId, businessId))
  await db.update(indexerEvents).set({ transactionHash: hash }).where(eq(indexerEvents.businessId, businessId))
}

/** What support finds by a text. */
export function find(text: string, sessionId = v7()) {
  const operator = { actor: { type: 'user', id: v7(), name: 'Support' }, requestId: 'test' } as const
  return inOperatorReading(operator, (ctx) => listHits(ctx, { text, visitor: { sessionId, role: 'support' } }))
}

export const kindsOf = async (text: string) => (await find(text)).hits.map(({ kind }) => kind)

/** The records that support looked at a business, in their order. */
export async function visitsTo(businessId: string) {
  const rows = await workerCtx()
    .db.select()
    .from(auditLog)
    .where(eq(auditLog.businessId, businessId))
    .orderBy(auditLog.seq)
  return rows.filter(({ action }) => action === 'project.viewed')
}
