import { eq, sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { screeningLists } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { type ListRead, type ListSource, listSourceOf } from './list-source'

/** The state of the list that SCREENING_LIST names is one row. */
export const LIST_ID = 'platform'
/** A list that names less than this share of what it named before is not believed. */
const MIN_SHARE = 0.9

export type ListState = typeof screeningLists.$inferSelect

/**
 * Reads the list of blocked addresses that SCREENING_LIST names, and puts what it names in force in one transaction. A
 * list that cannot be read, or names nothing or far less than before, is not taken. The last good one stays in force,
 * and the reason is kept for the alarm. Returns how many addresses came and went; null where nothing changed.
 */
export async function readScreeningList(
  ctx: WorkerCtx,
  source: ListSource | null = listSourceOf(env().SCREENING_LIST),
): Promise<{ added: number; removed: number } | null> {
  if (source === null) return null
  const state = await findListState(ctx)
  // The size of another source says nothing.
  const before = state?.source === source.name ? state : null
  let read: ListRead
  try {
    read = await source.read({ etag: before?.etag ?? null, hash: before?.hash ?? null })
  } catch (error) {
    await note(ctx, source, { error: `It cannot be read: ${error instanceof Error ? error.message : 'unknown'}` })
    return null
  }
  if (read === null) {
    await note(ctx, source, { error: null, readAt: ctx.now() })
    return null
  }
  const odd = oddity(read, before)
  if (odd !== null) {
    await note(ctx, source, { error: odd, refusedHash: read.hash })
    return null
  }
  return takeList(source, read)
}

export async function findListState({ db }: Pick<WorkerCtx, 'db'>): Promise<ListState | null> {
  const [row] = await db.select().from(screeningLists).where(eq(screeningLists.id, LIST_ID))
  return row ?? null
}

/** Why a list is not believed; null where it is, or where an operator accepted it. Pure. */
export function oddity(
  { addresses, hash }: Pick<NonNullable<ListRead>, 'addresses' | 'hash'>,
  before: Pick<ListState, 'count' | 'acceptedHash'> | null,
): string | null {
  if (addresses.length === 0) return 'It names no address'
  if (before === null || before.acceptedHash === hash) return null
  const least = Math.ceil(before.count * MIN_SHARE)
  return addresses.length < least ? `It names ${addresses.length} addresses, ${before.count} before` : null
}

type Noted = Partial<Pick<ListState, 'error' | 'refusedHash' | 'readAt'>>

async function note({ db, now }: WorkerCtx, { name: source }: ListSource, noted: Noted): Promise<void> {
  const at = now()
  await db
    .insert(screeningLists)
    .values({ id: LIST_ID, source, checkedAt: at, ...noted })
    .onConflictDoUpdate({ target: screeningLists.id, set: { checkedAt: at, ...noted } })
}

function takeList({ name: source }: ListSource, { addresses, unreadable, etag, hash }: NonNullable<ListRead>) {
  return inWorker(async ({ db, now }) => {
    // One process after the other: the second finds nothing to do.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('screening list', 0))`)
    const at = now().toISOString()
    const listed = sql`(select distinct value as address from jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb))`
    const removed = await db.execute(sql`
      update blocked_addresses b set removed_at = ${at}::timestamptz, removed_by = 'system:screening-list'
      where b.business_id = ${PLATFORM_BUSINESS_ID}::uuid and b.source = 'LIST' and b.removed_at is null
        and not exists (select from ${listed} l where l.address = b.address) returning b.id`)
    const added = await db.execute(sql`
      insert into blocked_addresses (id, business_id, address, reason, source, created_by, created_at)
      select gen_random_uuid(), ${PLATFORM_BUSINESS_ID}::uuid, l.address, 'On the list that the platform reads', 'LIST', 'system:screening-list', ${at}::timestamptz
      from ${listed} l on conflict do nothing returning id`)
    const state = { source, etag, hash, count: addresses.length, unreadable, readAt: now(), checkedAt: now() }
    const good = { ...state, error: null, refusedHash: null, acceptedHash: null }
    await db
      .insert(screeningLists)
      .values({ id: LIST_ID, ...good })
      .onConflictDoUpdate({ target: screeningLists.id, set: good })
    const change = { added: added.length, removed: removed.length }
    if (change.added + change.removed > 0) {
      const system = { type: 'system', id: 'screening-list' } as const
      const ctx = { db, now, businessId: PLATFORM_BUSINESS_ID, projectId: null, requestId: newId(), actor: system }
      await appendAudit(ctx, {
        action: 'screening-list.read',
        target: LIST_ID,
        detail: { ...change, count: addresses.length, hash },
      })
    }
    return change
  })
}
