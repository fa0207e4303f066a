import { lruPerProcess } from '@/db/lru-per-process'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { isWithinReach } from './binding'
import { requireActiveWallet, type WalletRow } from './require-active-wallet'

const known = () => lruPerProcess<WalletRow>('active-wallets', { max: 50_000 })

/**
 * `requireActiveWallet` from memory where this process has seen the wallet active and within reach before: nothing else
 * of it ever changes. A caller has to let the database judge both again in the statement that uses the wallet.
 */
export async function requireActiveWalletCached(
  tenant: Tenant,
  wanted: Parameters<typeof requireActiveWallet>[1],
): Promise<WalletRow> {
  const name = `${tenant.businessId}:${wanted.chainType}:${typeof wanted.from}:${wanted.from}`
  const remembered = known().get(name)
  if (remembered && isWithinReach(tenant, remembered)) return remembered
  const wallet = await inTenantReading(tenant, (ctx) => requireActiveWallet(ctx, wanted))
  known().set(name, wallet)
  return wallet
}
