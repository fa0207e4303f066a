import { eq, sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { screeningLists } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { type ListRead, type ListSource, listSourceOf, type OnProgress } from './list-source'
import type { ParsedList } from './parse-list'

/** The state of the list that SCREENING_LIST names is one row. */
export const LIST_ID = 'platform'
/** A list with less than this share of its former addresses is refused. */
const MIN_SHARE = 0.9
const LARGE_BYTES = 16 * 1_024 * 1_024
const LARGE_PAUSE_MS = 3_600_000
const PROGRESS_MS = 2_000

export type ListState = typeof screeningLists.$inferSelect

/**
 * Reads the list of blocked addresses that SCREENING_LIST names, and applies it in one transaction. A list that cannot
 * be read, is empty or is far shorter than before is refused. The last good one stays in force, and the reason is
 * stored for the alarm. Returns the numbers of added and removed addresses; null if nothing changed.
 */
export async function readScreeningList(
  ctx: WorkerCtx,
  source: ListSource | null = listSourceOf(env().SCREENING_LIST, env().SCREENING_LIST_COLUMN),
): Promise<{ added: number; removed: number } | null> {
  if (source === null) return null
  const state = await findListState(ctx)
  // The size of another source cannot be compared.
  const before = state?.source === source.name ? state : null
  if (before !== null && isRecentAndLarge(before, ctx.now())) return null
  const previous = { etag: before?.etag ?? null, hash: before?.hash ?? null }
  let read: ListRead
  try {
    read = await source.read(previous, createProgress(ctx, source))
  } catch (error) {
    await note(ctx, source, { error: `It cannot be read: ${error instanceof Error ? error.message : 'unknown'}` })
    return null
  }
  const { etag, content } = read
  if (content === null) {
    await note(ctx, source, { error: null, readAt: ctx.now(), etag })
    return null
  }
  const odd = listProblem(content, before)
  if (odd !== null) {
    await note(ctx, source, { error: odd, refusedHash: content.hash })
    return null
  }
  return takeList(source, { ...content, etag })
}

/** A large list without an `ETag` would be transferred each time: it is read once an hour. */
function isRecentAndLarge({ etag, size, error, readAt }: ListState, now: Date): boolean {
  if (etag !== null || error !== null || readAt === null || size < LARGE_BYTES) return false
  return now.getTime() - readAt.getTime() < LARGE_PAUSE_MS
}

/** Stores the progress of a reading from time to time, for the operators' page. */
function createProgress(ctx: WorkerCtx, source: ListSource): OnProgress {
  const readingSince = ctx.now()
  let notedMs = Date.now()
  return async (readingBytes, readingTotal) => {
    if (Date.now() - notedMs < PROGRESS_MS) return
    notedMs = Date.now()
    await note(ctx, source, { readingSince, readingBytes, readingTotal })
  }
}

export async function findListState({ db }: Pick<WorkerCtx, 'db'>): Promise<ListState | null> {
  const [row] = await db.select().from(screeningLists).where(eq(screeningLists.id, LIST_ID))
  return row ?? null
}

/** The reason why a list is not accepted; null if it is, also because an operator accepted it. Pure. */
export function listProblem(
  { addresses, hash }: Pick<ParsedList, 'addresses' | 'hash'>,
  before: Pick<ListState, 'count' | 'acceptedHash'> | null,
): string | null {
  if (addresses.length === 0) return 'It names no address'
  if (before === null || before.acceptedHash === hash) return null
  const least = Math.ceil(before.count * MIN_SHARE)
  return addresses.length < least ? `It names ${addresses.length} addresses, ${before.count} before` : null
}

const NOT_READING = { readingSince: null, readingBytes: 0, readingTotal: null }
type Noted = Partial<Pick<ListState, 'error' | 'refusedHash' | 'readAt' | 'etag' | keyof typeof NOT_READING>>

async function note({ db, now }: WorkerCtx, { name: source }: ListSource, noted: Noted): Promise<void> {
  const set = { checkedAt: now(), ...NOT_READING, ...noted }
  await db
    .insert(screeningLists)
    .values({ id: LIST_ID, source, ...set })
    .onConflictDoUpdate({ target: screeningLists.id, set })
}

type Taken = ParsedList & { etag: string | null }

function takeList({ name: source }: ListSource, { addresses, unreadable, etag, hash, bytes: size, format }: Taken) {
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
    const content = { source, etag, hash, size, format, count: addresses.length, unreadable }
    const settled = { ...NOT_READING, error: null, refusedHash: null, acceptedHash: null }
    const good = { ...content, ...settled, readAt: now(), checkedAt: now() }
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
