import { and, count, eq } from 'drizzle-orm'
import { lanes, transactions } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import type { EngineWorld } from './engine-world'
import { CHAIN_ID } from './local-chain'

/** A wallet's lane, with the top-ups it was given, oldest first, and the returns of its float. */
export async function laneOf(address: string) {
  const { db } = workerCtx()
  const [lane] = await db
    .select()
    .from(lanes)
    .where(and(eq(lanes.chainId, CHAIN_ID), eq(lanes.address, address)))
  if (!lane) throw new Error('the wallet has no lane')
  const topUps = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.type, 'GAS_TOPUP'), eq(transactions.toAddress, address)))
    .orderBy(transactions.createdAt, transactions.id)
  const returns = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.type, 'FLOAT_RETURN'), eq(transactions.fromAddress, address)))
  return { ...lane, topUps, returns }
}

/** Workers, with a block after each short run, until nothing is open on the chain. */
export async function runUntilIdle(world: EngineWorld): Promise<void> {
  for (let runs = 0; runs < 3; runs++) {
    await world.runEngine()
    const [open] = await workerCtx()
      .db.select({ count: count() })
      .from(transactions)
      .where(eq(transactions.status, 'PENDING'))
    if (open?.count === 0) return
  }
  throw new Error('something never ends')
}
