import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Database, prepareStatement } from '@/db/client'
import { lruPerProcess } from '@/db/lru-per-process'
import { wallets } from '@/db/schema/wallets'
import { MAX_ADDRESS_INDEX } from '@/schemas/wallets/contract'
import { inTenantReading, type Tenant, type TenantCtx } from '@/server/ctx'
import { notFound, refusal } from '@/server/errors'
import { canonicalAddress } from '@/server/text/canonical-address'
import type { ChainType } from '@/server/text/chain-type'
import { isWithinReach, requireWithinReach } from './binding'
import { isForeignWallet } from './is-foreign-wallet'

export type WalletRow = typeof wallets.$inferSelect

type WalletRef = { chainType: ChainType; from: string | number }

/**
 * The business's own active wallet, by address or HD index. Else 404 for an unknown one, 403 for another business's and
 * for one bound to another project, 422 for a deactivated one.
 */
export async function requireActiveWallet(ctx: TenantCtx, { chainType, from }: WalletRef): Promise<WalletRow> {
  const wallet = typeof from === 'number' ? await byIndex(ctx, chainType, from) : await byAddress(ctx, chainType, from)
  requireWithinReach(ctx, wallet)
  if (!wallet.isActive) throw refusal('wallet_deactivated')
  return wallet
}

async function byIndex(ctx: TenantCtx, chainType: ChainType, index: number): Promise<WalletRow> {
  if (!Number.isInteger(index) || index < 0 || index > MAX_ADDRESS_INDEX) throw notFound('Wallet')
  const [wallet] = await findByIndex(ctx.db, { businessId: ctx.businessId, chainType, value: index })
  if (!wallet) throw notFound('Wallet')
  return wallet
}

async function byAddress(ctx: TenantCtx, chainType: ChainType, text: string): Promise<WalletRow> {
  const address = canonicalAddress(chainType, text)
  if (!address) throw notFound('Wallet')
  const [wallet] = await findByAddress(ctx.db, { businessId: ctx.businessId, chainType, value: address })
  if (wallet) return wallet
  if (await isForeignWallet(ctx, { address })) throw refusal('wallet_foreign')
  throw notFound('Wallet')
}

const findByIndex = prepareStatement((db) =>
  ownWallets(db, eq(wallets.addressIndex, sql.placeholder('value'))).prepare('wallet-by-index'),
)
const findByAddress = prepareStatement((db) =>
  ownWallets(db, eq(wallets.address, sql.placeholder('value'))).prepare('wallet-by-address'),
)

function ownWallets(db: Database, where: SQL) {
  const own = eq(wallets.businessId, sql.placeholder('businessId'))
  return db
    .select()
    .from(wallets)
    .where(and(own, eq(wallets.chainType, sql.placeholder('chainType')), where))
}

const cache = () => lruPerProcess<WalletRow>('active-wallets', { max: 50_000 })

/** A wallet that a restore added again has another id than this process may remember. */
export function forgetActiveWallets(): void {
  cache().clear()
}

/**
 * `requireActiveWallet` from memory where this process has seen the wallet active and within reach before: nothing else
 * of it ever changes. A caller has to let the database judge both again in the statement that uses the wallet.
 */
export async function requireActiveWalletCached(
  tenant: Tenant,
  ref: Parameters<typeof requireActiveWallet>[1],
): Promise<WalletRow> {
  const name = `${tenant.businessId}:${ref.chainType}:${typeof ref.from}:${ref.from}`
  const remembered = cache().get(name)
  if (remembered && isWithinReach(tenant, remembered)) return remembered
  const wallet = await inTenantReading(tenant, (ctx) => requireActiveWallet(ctx, ref))
  cache().set(name, wallet)
  return wallet
}
