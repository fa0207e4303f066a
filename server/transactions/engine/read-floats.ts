import { and, eq, inArray } from 'drizzle-orm'
import { lanes as laneTable } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import type { Queued } from './load-queue'
import type { Lane } from './open-lanes'

/** The platform's gas money in the wallets of a turn, by wallet. */
export async function readFloats(
  { db }: WorkerCtx,
  chainId: number,
  lanes: Lane[],
  queued: Queued[],
): Promise<Map<string, bigint>> {
  const floats = new Map(lanes.map((lane) => [lane.walletId, lane.gasFloatUnits]))
  const others = [...new Set(queued.map((row) => row.walletId))].filter((walletId) => !floats.has(walletId))
  if (others.length === 0) return floats
  const rows = await db
    .select({ walletId: laneTable.walletId, units: laneTable.gasFloatUnits })
    .from(laneTable)
    .where(and(eq(laneTable.chainId, chainId), inArray(laneTable.walletId, others)))
  for (const { walletId, units } of rows) floats.set(walletId, units)
  return floats
}
