import type { NewWalletView } from '@/schemas/wallets/contract'
import type { Tenant } from '@/server/ctx'
import { createWallets } from '@/server/wallets/create-wallets'
import { inTenantWithSeed } from './in-tenant-with-seed'

/** One more wallet of a business. */
export async function newWallet(tenant: Tenant, chainType: 'EVM' | 'SOLANA' = 'EVM'): Promise<NewWalletView> {
  const [wallet] = await inTenantWithSeed(tenant, (ctx) => createWallets(ctx, { chainType, count: 1, purpose: 'TEST' }))
  if (!wallet) throw new Error('no wallet')
  return wallet
}
