import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll } from 'vitest'
import { indexerLogs, webhookAttempts, webhookMessages } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { pruneIndexerLogs } from '@/server/indexer/logs/prune-indexer-logs'
import { renewPartitions } from '@/server/installation/renew-partitions'
import { createOwner, type Owner } from '@/server/testing/messages'
import { openDatabase } from '@/server/testing/open-database'
import { pruneMessages } from '@/server/webhooks/prune-messages'

type Log = typeof indexerLogs.$inferInsert
type PartitionedTable = 'indexer_logs' | 'webhook_attempts'

/**
 * A database whose job runs when the suite says, at moments of the suite's: partitions are made ahead of now, so it
 * lives in the future.
 */
export function openPartitionWorld() {
  const database = openDatabase()
  let owner: Owner
  beforeAll(async () => {
    owner = await createOwner()
  })
  return {
    get databaseUrl() {
      return database.url
    },
    get owner() {
      return owner
    },
    async addLogs(moments: readonly number[], request: Partial<Log> = {}): Promise<string[]> {
      const rows = moments.map((at) => logOf(owner, at, request))
      await workerCtx().db.insert(indexerLogs).values(rows)
      return rows.map(({ id }) => id)
    },
    /** A delivered message of that time with one attempt. */
    async addAttempt(at: number, messageAt = at): Promise<{ id: string; messageId: string }> {
      const { businessId, projectId } = owner
      const [id, messageId] = [v7({ msecs: at }), v7({ msecs: messageAt })]
      const { db } = workerCtx()
      const what = { source: 'test', sourceId: v7(), kind: 'a.b', url: 'https://x.example', body: '{}' } as const
      await db
        .insert(webhookMessages)
        .values({ id: messageId, businessId, projectId, ...what, status: 'delivered' as const })
      const said = { number: 1, latencyMs: 1, signedWith: 'project', requestHeaders: {} } as const
      await db.insert(webhookAttempts).values({ id, businessId, messageId, ...said })
      return { id, messageId }
    },
  }
}

function logOf({ businessId, projectId }: Owner, at: number, request: Partial<Log>): Log & { id: string } {
  const what = { network: 'BASE', chainId: 1, contractAddress: '0x', eventType: 'transfer', eventId: '0x1:0' }
  const outcome = { transactionHash: '0x1', webhookUrl: 'https://x.example', status: 'failed', httpStatus: 0 } as const
  const own = { businessId, projectId, subscriptionId: projectId, messageId: v7(), isReplay: false }
  return { ...own, ...what, ...outcome, ...request, id: v7({ msecs: at }) }
}

/** The half of the daily job that looks ahead. */
export async function prepareAt(at: number): Promise<void> {
  await workerCtx().db.execute(sql`select prepare_partitions(${new Date(at).toISOString()}::timestamptz)`)
}

/** Runs the daily job's work on these tables at a given time. */
export async function keepHouse(at: number) {
  const ctx = { ...workerCtx(), now: () => new Date(at) }
  const renewed = await renewPartitions(ctx)
  return { ...renewed, logs: await pruneIndexerLogs(ctx), messages: await pruneMessages(ctx) }
}

export async function idsIn(table: PartitionedTable | 'webhook_messages'): Promise<string[]> {
  const rows = await workerCtx().db.execute<{ id: string }>(sql`select id from ${sql.identifier(table)} order by id`)
  return rows.map(({ id }) => id)
}

/** The partition each row lies in, by its id. */
export async function placesIn(table: PartitionedTable): Promise<Record<string, string>> {
  const rows = await workerCtx().db.execute<{ id: string; place: string }>(
    sql`select t.id, c.relname as place from ${sql.identifier(table)} t join pg_class c on c.oid = t.tableoid`,
  )
  return Object.fromEntries(rows.map(({ id, place }) => [id, place]))
}

/** The weeks that have a partition, by their first days. */
export async function weeksOf(table: PartitionedTable): Promise<number[]> {
  const rows = await workerCtx().db.execute<{ day: number }>(
    sql`select first_day as day from partitions_of(${table}) where first_day is not null order by 1`,
  )
  return rows.map(({ day }) => day)
}

/** `indexer_logs_2026_11_23` for each moment of that week. */
export function partitionAt(table: PartitionedTable, at: number): string {
  const day = Math.floor(at / MS_PER_DAY)
  const monday = new Date((day - ((day + 3) % 7)) * MS_PER_DAY)
  return `${table}_${monday.toISOString().slice(0, 10).replaceAll('-', '_')}`
}
