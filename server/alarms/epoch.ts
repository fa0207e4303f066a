import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { heartbeats } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

/** The heartbeat that holds the count. */
export const EPOCH_NAME = 'restore-mark'
/** The count of a row of `heartbeats`. */
export const EPOCH_MS = sql<string>`(extract(epoch from ${heartbeats.beatAt}) * 1000)::bigint`
const counted = z.coerce.number().nullable()

/** A counter that only grows, unless the database is set back to a backup. Null before its first value. */
export async function readEpoch({ db }: Pick<WorkerCtx, 'db'>): Promise<number | null> {
  const [row] = await db.select({ at: EPOCH_MS }).from(heartbeats).where(eq(heartbeats.name, EPOCH_NAME))
  return counted.parse(row?.at ?? null)
}

/** Brings the count on, beyond `from`; returns it. */
export async function advanceEpoch({ db }: Pick<WorkerCtx, 'db'>, from: number): Promise<number> {
  const beyond = sql`to_timestamp((${from}::bigint + 1) / 1000.0)`
  const [row] = await db
    .insert(heartbeats)
    .values({ name: EPOCH_NAME, beatAt: sql`greatest(clock_timestamp(), ${beyond})` })
    .onConflictDoUpdate({
      target: heartbeats.name,
      set: { beatAt: sql`greatest(clock_timestamp(), ${heartbeats.beatAt} + interval '1 millisecond', ${beyond})` },
    })
    .returning({ at: EPOCH_MS })
  return counted.parse(row?.at) ?? from
}
