import { sql } from 'drizzle-orm'
import { walletCounters, wallets } from '@/db/schema/wallets'
import { appendAudit } from '../audit/append-audit'
import type { TenantCtx } from '../ctx'
import { type ChainType, derivationPath } from '../custody/derivation-path'
import { deriveAddresses } from '../custody/derive-addresses'
import { ensureSeed } from '../custody/ensure-seed'
import { validationError } from '../errors'
import { type CreateWalletsInput, MAX_ADDRESS_INDEX, type NewWalletView } from './contract'
import { toNewWalletView } from './view'

/** Derives the business's next `count` wallets. Their indices follow the last one without a gap, whoever asks at once. */
export async function createWallets(ctx: TenantCtx, input: CreateWalletsInput): Promise<NewWalletView[]> {
  const { chainType, count, purpose } = input
  const seedId = await ensureSeed(ctx)
  const firstIndex = await takeIndices(ctx, chainType, count)
  const addresses = await deriveAddresses(ctx, {
    businessId: ctx.businessId,
    seedId,
    chainType,
    firstIndex,
    count,
  })
  const rows = addresses.map((address, place) => ({
    businessId: ctx.businessId,
    projectId: ctx.projectId,
    seedId,
    chainType,
    addressIndex: firstIndex + place,
    address,
    derivationPath: derivationPath(chainType, firstIndex + place),
    purpose,
    isActive: true,
  }))
  await ctx.db.insert(wallets).values(rows)
  await appendAudit(ctx, {
    action: 'wallet.generate',
    target: `${chainType} ${firstIndex}-${firstIndex + count - 1}`,
    detail: { chainType, firstIndex, count, purpose },
  })
  return rows.map(toNewWalletView)
}

/** Takes the next indices; the counter's row stays locked to the end of the transaction, so a rollback gives them back. */
async function takeIndices(ctx: TenantCtx, chainType: ChainType, count: number): Promise<number> {
  const [counter] = await ctx.db
    .insert(walletCounters)
    .values({ businessId: ctx.businessId, chainType, nextIndex: count })
    .onConflictDoUpdate({
      target: [walletCounters.businessId, walletCounters.chainType],
      set: { nextIndex: sql`${walletCounters.nextIndex} + ${count}` },
    })
    .returning({ nextIndex: walletCounters.nextIndex })
  if (!counter) throw new Error('the wallet counter gave no index')
  if (counter.nextIndex - 1 > MAX_ADDRESS_INDEX) throw validationError([`count: no ${chainType} address index is left`])
  return counter.nextIndex - count
}
