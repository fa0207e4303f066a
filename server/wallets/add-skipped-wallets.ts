import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { isDatabaseUnavailable } from '@/db/connection-lost'
import { walletCounters } from '@/db/schema'
import { PAYMENT_DEPOSIT } from '@/schemas/payments/words'
import { chainType } from '@/schemas/wallets/contract'
import { RESTORED_PURPOSE } from '@/schemas/wallets/words'
import { revokeLeases, rewindCursors } from '@/server/chains/cursor'
import { findChain } from '@/server/chains/registry'
import { findFirstSlot } from '@/server/chains/solana/read-blocks'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { openBusinessSeed } from '@/server/custody/open-business-seed'
import { ApiError } from '@/server/errors'
import { logger } from '@/server/logger'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { deriveWallets, type NewWallet, storeMissingWallets } from './add-wallets'

/** More payments than are created between two archived parts of Postgres' log. */
const PAYMENTS_AHEAD = 500
/** Processes reserve the platform's indices in blocks: some below the counter may have been used after the backup. */
const PAYMENTS_BEHIND = 256
/** A business gets this many wallets for each wallet of its busiest day. */
const PER_WALLET = 10
const MIN_ADDED = 20
const MAX_ADDED = 2_000
/** A business whose wallets are all lost gets as many as one call creates. */
const UNKNOWN = 200
/** The signer derives at most 448 for one call. */
const PER_SEED = 200
/** The recovery compares the chains again after that time. */
const TURN_MS = 10_000

const row = z.object({
  businessId: z.string(),
  chainType,
  skippedFrom: z.number(),
  alsoSkippedFrom: z.array(z.number()).nullable(),
  nextIndex: z.number(),
  /** Its seed did not open before, or was missing: by chain, the block from which deposits must be read again. */
  depositsReadTo: z.record(z.string(), z.string()).nullable(),
  projectId: z.string().nullable(),
  /** The most wallets of one day among the newest; null of a business without a wallet. */
  busiestDay: z.number().nullable(),
})
type Skipped = z.output<typeof row>

/**
 * Adds the wallets of the first indices that a restore skipped: they may have been handed out after the backup, and may
 * receive money. Those of a business are its wallets of the purpose RESTORED, those of the platform are addresses of
 * payments. No deposits are stored before each was tried once (`storeCredits`). If a seed does not open, the others are
 * added; each call retries it, and deposits are read again once it opens. Runs for 10 seconds at most, and returns
 * whether each was tried. Call it outside of a transaction. Throws if Postgres does not answer.
 */
export async function addSkippedWallets(ctx: WorkerCtx): Promise<boolean> {
  await forgetNeedless(ctx)
  const until = Date.now() + TURN_MS
  for (const skipped of await listSkipped(ctx)) {
    if (Date.now() > until) return skipped.depositsReadTo !== null
    if (!(await addOrPostpone(ctx, skipped))) return true
  }
  return true
}

/** Whether wallets of skipped indices are still to be added. */
export async function hasSkippedWallets({ db }: WorkerCtx): Promise<boolean> {
  const [left] = await db
    .select({ businessId: walletCounters.businessId })
    .from(walletCounters)
    .where(isNotNull(walletCounters.skippedFrom))
    .limit(1)
  return left !== undefined
}

/** Only payments hand out addresses of the platform. */
async function forgetNeedless({ db }: WorkerCtx): Promise<void> {
  await db.execute(sql`
    update wallet_counters c set skipped_from = null, also_skipped_from = null, deposits_read_to = null
    where c.skipped_from is not null and c.business_id = ${PLATFORM_BUSINESS_ID}
      and not exists (select from deposit_tokens t join chains h on h.chain_id = t.chain_id where h.chain_type = c.chain_type)`)
}

/**
 * The platform's first, then the businesses that create most wallets. Those whose seed did not open are last, in any
 * order: one that takes long to fail must not prevent the others from being tried.
 */
async function listSkipped({ db }: WorkerCtx): Promise<Skipped[]> {
  const rows = await db.execute(sql`
    select c.business_id as "businessId", c.chain_type as "chainType", c.skipped_from as "skippedFrom",
      c.also_skipped_from as "alsoSkippedFrom", c.next_index as "nextIndex", c.deposits_read_to as "depositsReadTo",
      (select case when count(*) = 1 then min(p.id::text) end from projects p where p.business_id = c.business_id) as "projectId",
      case when exists (select from wallets w where w.business_id = c.business_id and w.restored is null) then (
        select coalesce(max(n), 0) from (select count(*)::int as n from (
          select w.created_at from wallets w where w.business_id = c.business_id and w.chain_type = c.chain_type and w.restored is null
          order by w.address_index desc limit ${MAX_ADDED}) w group by date_trunc('day', w.created_at)) d) end as "busiestDay"
    from wallet_counters c
    where c.skipped_from is not null
    order by c.deposits_read_to is not null, case when c.deposits_read_to is not null then random() end,
      c.business_id <> ${PLATFORM_BUSINESS_ID}, "busiestDay" desc nulls first, c.business_id, c.chain_type`)
  return z.array(row).parse([...rows])
}

/** Returns false if the others are postponed as well: the next call has them. */
async function addOrPostpone(ctx: WorkerCtx, skipped: Skipped): Promise<boolean> {
  try {
    await add(ctx, skipped)
    return true
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    const { businessId, chainType: family, depositsReadTo } = skipped
    logger().error({ err: error, businessId, chainType: family }, 'wallets that a backup lacks could not be added')
    if (depositsReadTo !== null) return true
    // A key service or signer that does not answer fails for the others as late as for this one.
    const isForAll = error instanceof ApiError
    await postpone(ctx, isForAll ? undefined : isOf(skipped))
    return !isForAll
  }
}

/** From here on deposits are stored without these wallets, and must be read again once they are added. */
async function postpone({ db }: WorkerCtx, only?: SQL): Promise<void> {
  const readTo = sql`(select coalesce(jsonb_object_agg(k.chain_id, k.block_number::text), '{}') from chain_cursors k
    join chains h on h.chain_id = k.chain_id where k.consumer = 'deposits' and k.highest_block > 0
      and h.chain_type = ${walletCounters.chainType})`
  await db
    .update(walletCounters)
    .set({ depositsReadTo: readTo })
    .where(and(isNotNull(walletCounters.skippedFrom), isNull(walletCounters.depositsReadTo), only))
}

function isOf({ businessId, chainType: family }: Skipped): SQL | undefined {
  return and(eq(walletCounters.businessId, businessId), eq(walletCounters.chainType, family))
}

/** Another process may have added or postponed them meanwhile, or a restore may have skipped more. */
function isUnchanged({ skippedFrom, alsoSkippedFrom, depositsReadTo }: Skipped): SQL | undefined {
  const isStill = (column: PgColumn, read: object | null) =>
    sql`${column} is not distinct from ${read && JSON.stringify(read)}::jsonb`
  return and(
    eq(walletCounters.skippedFrom, skippedFrom),
    isStill(walletCounters.alsoSkippedFrom, alsoSkippedFrom),
    isStill(walletCounters.depositsReadTo, depositsReadTo),
  )
}

/**
 * The blocks from which deposits are read again, without those of Solana that nodes no longer have: waiting for them
 * would stop all deposits. Throws RpcUnavailableError, RpcError.
 */
async function findServed({ chainType: family, depositsReadTo }: Skipped): Promise<Map<number, bigint>> {
  const served = new Map<number, bigint>()
  for (const [id, block] of Object.entries(depositsReadTo ?? {})) {
    const [chainId, readTo] = [Number(id), BigInt(block)]
    const chain = family === 'SOLANA' ? await findChain(chainId) : null
    const isReachable = chain !== null && chain.rpcUrls.length > 0
    const first = isReachable ? await findFirstSlot(chain, readTo + 1n) : null
    served.set(chainId, first === null ? readTo : first - 1n)
  }
  return served
}

async function add(ctx: WorkerCtx, skipped: Skipped): Promise<void> {
  const rows = await derive(ctx, skipped)
  const served = await findServed(skipped)
  await inWorker(async ({ db }) => {
    const done = await db
      .update(walletCounters)
      .set({ skippedFrom: null, alsoSkippedFrom: null, depositsReadTo: null })
      .where(and(isOf(skipped), isUnchanged(skipped)))
      .returning({ nextIndex: walletCounters.nextIndex })
    if (done.length === 0) return
    for (let n = 0; n < rows.length; n += PER_SEED) await storeMissingWallets({ db }, rows.slice(n, n + PER_SEED))
    // Blocks that a follower has read without them are read again.
    await revokeLeases({ db }, 'deposits')
    await rewindCursors({ db }, 'deposits', served)
  })
}

async function derive({ db }: WorkerCtx, skipped: Skipped): Promise<NewWallet[]> {
  const { businessId, chainType: family, projectId } = skipped
  const isPlatform = businessId === PLATFORM_BUSINESS_ID
  const restored = isPlatform ? null : 'unused'
  const rows: NewWallet[] = []
  for (const { firstIndex, count } of rangesOf(skipped)) {
    const range = { chainType: family, firstIndex, count }
    const seed = await openBusinessSeed(businessId, [range])
    const owner = { db, businessId, projectId: isPlatform ? null : projectId, seed }
    const derived = await deriveWallets(owner, { ...range, purpose: isPlatform ? PAYMENT_DEPOSIT : RESTORED_PURPOSE })
    rows.push(...derived.map((wallet): NewWallet => ({ ...wallet, restored })))
  }
  return rows
}

/** The ranges of indices that one call derives. Indices from `nextIndex` on are not handed out yet. */
function rangesOf(skipped: Skipped): { firstIndex: number; count: number }[] {
  const { businessId, skippedFrom, alsoSkippedFrom, nextIndex, busiestDay } = skipped
  const ofBusiness = busiestDay === null ? UNKNOWN : Math.min(MAX_ADDED, Math.max(MIN_ADDED, PER_WALLET * busiestDay))
  const [behind, ahead] = businessId === PLATFORM_BUSINESS_ID ? [PAYMENTS_BEHIND, PAYMENTS_AHEAD] : [0, ofBusiness]
  return [...new Set([skippedFrom, ...(alsoSkippedFrom ?? [])])].flatMap((from) => {
    const [first, end] = [Math.max(0, from - behind), Math.min(from + ahead, nextIndex)]
    return Array.from({ length: Math.ceil(Math.max(0, end - first) / PER_SEED) }, (_, n) => {
      const firstIndex = first + n * PER_SEED
      return { firstIndex, count: Math.min(PER_SEED, end - firstIndex) }
    })
  })
}
