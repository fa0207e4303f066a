import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { walletCounters } from '@/db/schema'
import { PAYMENT_DEPOSIT } from '@/schemas/payments/words'
import { chainType, RESTORED_PURPOSE } from '@/schemas/wallets/contract'
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
/** As many as one call creates. */
const LEAST_OF_ACTIVE = 200
/** Of a business that made no wallet of the family for a month. */
const LEAST = 20
const MOST = 2_000
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
  isActive: z.boolean(),
  lastDay: z.number(),
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

/** Wallets that the business created, and no restore added. */
const IS_OWN = sql`w.business_id = c.business_id and w.chain_type = c.chain_type and w.restored is null`

/** The platform's first, then the businesses that made wallets last. */
async function listSkipped({ db }: WorkerCtx): Promise<Skipped[]> {
  const rows = await db.execute(sql`
    select c.business_id as "businessId", c.chain_type as "chainType", c.skipped_from as "skippedFrom", c.next_index as "nextIndex",
      (select case when count(*) = 1 then min(p.id::text) end from projects p where p.business_id = c.business_id) as "projectId",
      coalesce(newest.created_at > latest.created_at - interval '30 days',
        not exists (select from wallets w where w.business_id = c.business_id and w.restored is null)) as "isActive",
      (select count(*) from (select created_at from wallets w where ${IS_OWN}
        order by w.address_index desc limit ${MOST}) w where w.created_at > newest.created_at - interval '1 day')::int as "lastDay"
    from wallet_counters c
      left join lateral (select w.created_at from wallets w where ${IS_OWN} order by w.address_index desc limit 1) newest on true
      left join lateral (select w.created_at from wallets w where w.restored is null order by w.id desc limit 1) latest on true
    where c.skipped_from is not null
    order by c.business_id <> ${PLATFORM_BUSINESS_ID}, newest.created_at desc nulls first, c.business_id, c.chain_type`)
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
function rangeOf({ businessId, skippedFrom, nextIndex, isActive, lastDay }: Skipped): { first: number; end: number } {
  const [behind, ahead] =
    businessId === PLATFORM_BUSINESS_ID
      ? [PAYMENTS_BEHIND, PAYMENTS_AHEAD]
      : [0, Math.min(MOST, Math.max(isActive ? LEAST_OF_ACTIVE : LEAST, 2 * lastDay))]
  return { first: Math.max(0, skippedFrom - behind), end: Math.min(skippedFrom + ahead, nextIndex) }
}
