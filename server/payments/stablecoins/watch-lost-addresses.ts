import { and, eq, max } from 'drizzle-orm'
import { chains, depositTokens, walletCounters, walletSeeds, wallets } from '@/db/schema'
import { PAYMENT_DEPOSIT } from '@/schemas/payments/words'
import { revokeLeases } from '@/server/chains/cursor'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { openBusinessSeed } from '@/server/custody/open-business-seed'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { claimStep, isStepDue } from '@/server/recovery/steps'
import type { ChainType } from '@/server/text/chain-type'
import { deriveWallets, type NewWallet, storeMissingWallets } from '@/server/wallets/add-wallets'

/** More payments than are created between two archived parts of Postgres' log. */
const AHEAD = 500
/** Processes reserve indices in blocks: some below the newest wallet's may have been used after the backup. */
const BEHIND = 128

/**
 * Once for each beginning of a recovery: adds the platform's next addresses, which payments may have got after the
 * backup. Money that arrives there has no account, so operators see it as unmatched deposits. No deposits are stored
 * before (`storeCredits`). Call it outside a transaction, once the recovery is prepared. Throws unavailable.
 */
export async function watchLostAddresses(ctx: WorkerCtx): Promise<void> {
  if (!(await isStepDue(ctx, 'lost-addresses'))) return
  const added = await Promise.all((await listFamilies(ctx)).map((chainType) => deriveNext(ctx, chainType)))
  await inWorker(async ({ db }) => {
    if (!(await claimStep({ db }, 'lost-addresses'))) return
    for (const rows of added) if (rows.length > 0) await storeMissingWallets({ db }, rows)
    await revokeLeases({ db }, 'deposits')
  })
}

/** The families of chains in which payments are taken. */
async function listFamilies({ db }: WorkerCtx): Promise<ChainType[]> {
  const seed = await db.$count(walletSeeds, eq(walletSeeds.businessId, PLATFORM_BUSINESS_ID))
  if (seed === 0) return []
  const rows = await db
    .selectDistinct({ chainType: chains.chainType })
    .from(depositTokens)
    .innerJoin(chains, eq(chains.chainId, depositTokens.chainId))
  return rows.map(({ chainType }) => chainType)
}

async function deriveNext({ db }: WorkerCtx, chainType: ChainType): Promise<NewWallet[]> {
  const ofPlatform = { businessId: PLATFORM_BUSINESS_ID, chainType }
  const [newest] = await db
    .select({ index: max(wallets.addressIndex) })
    .from(wallets)
    .where(and(eq(wallets.businessId, PLATFORM_BUSINESS_ID), eq(wallets.chainType, chainType)))
  const [counter] = await db
    .select({ next: walletCounters.nextIndex })
    .from(walletCounters)
    .where(and(eq(walletCounters.businessId, PLATFORM_BUSINESS_ID), eq(walletCounters.chainType, chainType)))
  const next = (newest?.index ?? -1) + 1
  const firstIndex = Math.max(0, next - BEHIND)
  // Indices from the counter on are still to be handed out.
  const count = Math.min(next + AHEAD, counter?.next ?? 0) - firstIndex
  if (count <= 0) return []
  const seed = await openBusinessSeed(PLATFORM_BUSINESS_ID, [{ chainType, firstIndex, count }])
  return deriveWallets(
    { db, ...ofPlatform, projectId: null, seed },
    { chainType, firstIndex, count, purpose: PAYMENT_DEPOSIT },
  )
}
