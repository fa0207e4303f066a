import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { walletCounters } from '@/db/schema'
import { PAYMENT_DEPOSIT } from '@/schemas/payments/words'
import { chainType } from '@/schemas/wallets/contract'
import { RESTORED_PURPOSE } from '@/schemas/wallets/words'
import { isExpectedError } from '@/server/alarms/process-rows'
import { revokeLeases } from '@/server/chains/cursor'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { openBusinessSeed } from '@/server/custody/open-business-seed'
import { logger } from '@/server/logger'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { deriveWallets, type NewWallet, storeMissingWallets } from './add-wallets'

/** More payments than are created between two archived parts of Postgres' log. */
const PAYMENTS_AHEAD = 500
/** Processes reserve the platform's indices in blocks: some below the counter may have been used after the backup. */
const PAYMENTS_BEHIND = 256
/** For each wallet of its busiest day a business gets this many. */
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
  nextIndex: z.number(),
  projectId: z.string().nullable(),
  /** The most wallets of one day among the newest; null of a business without a wallet. */
  busiestDay: z.number().nullable(),
})
type Skipped = z.output<typeof row>

/**
 * Adds the wallets of the first indices that a restore skipped: they may have been handed out after the backup, and
 * money arrives there. Those of a business are its wallets of the purpose RESTORED, those of the platform are addresses
 * of payments. No deposits are stored while any are left (`storeCredits`). Adds for 10 seconds at most, and returns
 * whether all are added. Call it outside a transaction. Throws unavailable.
 */
export async function addSkippedWallets(ctx: WorkerCtx): Promise<boolean> {
  await forgetNeedless(ctx)
  const until = Date.now() + TURN_MS
  for (const skipped of await listSkipped(ctx)) {
    if (Date.now() > until) return false
    await addOrLog(ctx, skipped)
  }
  return true
}

/** Only payments give an address of the platform away. */
async function forgetNeedless({ db }: WorkerCtx): Promise<void> {
  await db.execute(sql`
    update wallet_counters c set skipped_from = null
    where c.skipped_from is not null and c.business_id = ${PLATFORM_BUSINESS_ID}
      and not exists (select from deposit_tokens t join chains h on h.chain_id = t.chain_id where h.chain_type = c.chain_type)`)
}

/** The platform's first, then the businesses that make most wallets. */
async function listSkipped({ db }: WorkerCtx): Promise<Skipped[]> {
  const rows = await db.execute(sql`
    select c.business_id as "businessId", c.chain_type as "chainType", c.skipped_from as "skippedFrom", c.next_index as "nextIndex",
      (select case when count(*) = 1 then min(p.id::text) end from projects p where p.business_id = c.business_id) as "projectId",
      case when exists (select from wallets w where w.business_id = c.business_id and w.restored is null) then (
        select coalesce(max(n), 0) from (select count(*)::int as n from (
          select w.created_at from wallets w where w.business_id = c.business_id and w.chain_type = c.chain_type and w.restored is null
          order by w.address_index desc limit ${MAX_ADDED}) w group by date_trunc('day', w.created_at)) d) end as "busiestDay"
    from wallet_counters c
    where c.skipped_from is not null
    order by c.business_id <> ${PLATFORM_BUSINESS_ID}, "busiestDay" desc nulls first, c.business_id, c.chain_type`)
  return z.array(row).parse([...rows])
}

/** A seed that does not open leaves the others; its alarm is that of the seed. */
async function addOrLog(ctx: WorkerCtx, skipped: Skipped): Promise<void> {
  const { businessId, chainType: family } = skipped
  const rows = await derive(ctx, skipped).catch((err: unknown): NewWallet[] => {
    if (isExpectedError(err)) throw err
    logger().error({ err, businessId, chainType: family }, 'wallets that a backup lacks could not be added')
    return []
  })
  await inWorker(async ({ db }) => {
    const done = await db
      .update(walletCounters)
      .set({ skippedFrom: null })
      .where(
        and(
          eq(walletCounters.businessId, businessId),
          eq(walletCounters.chainType, family),
          eq(walletCounters.skippedFrom, skipped.skippedFrom),
        ),
      )
      .returning({ nextIndex: walletCounters.nextIndex })
    if (done.length === 0) return
    for (let n = 0; n < rows.length; n += PER_SEED) await storeMissingWallets({ db }, rows.slice(n, n + PER_SEED))
    // What a follower has read without them is read again.
    await revokeLeases({ db }, 'deposits')
  })
}

async function derive({ db }: WorkerCtx, skipped: Skipped): Promise<NewWallet[]> {
  const { businessId, chainType: family, projectId } = skipped
  const isPlatform = businessId === PLATFORM_BUSINESS_ID
  const { first, end } = rangeOf(skipped)
  const restored = isPlatform ? null : 'unused'
  const rows: NewWallet[] = []
  for (let firstIndex = first; firstIndex < end; firstIndex += PER_SEED) {
    const range = { chainType: family, firstIndex, count: Math.min(PER_SEED, end - firstIndex) }
    const seed = await openBusinessSeed(businessId, [range])
    const owner = { db, businessId, projectId: isPlatform ? null : projectId, seed }
    const derived = await deriveWallets(owner, { ...range, purpose: isPlatform ? PAYMENT_DEPOSIT : RESTORED_PURPOSE })
    rows.push(...derived.map((wallet): NewWallet => ({ ...wallet, restored })))
  }
  return rows
}

/** Indices from `nextIndex` on are still to be handed out. */
function rangeOf({ businessId, skippedFrom, nextIndex, busiestDay }: Skipped): { first: number; end: number } {
  const ofBusiness = busiestDay === null ? UNKNOWN : Math.min(MAX_ADDED, Math.max(MIN_ADDED, PER_WALLET * busiestDay))
  const [behind, ahead] = businessId === PLATFORM_BUSINESS_ID ? [PAYMENTS_BEHIND, PAYMENTS_AHEAD] : [0, ofBusiness]
  return { first: Math.max(0, skippedFrom - behind), end: Math.min(skippedFrom + ahead, nextIndex) }
}
