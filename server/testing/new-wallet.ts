import { inTenant, type Tenant } from '@/server/ctx'
import type { NewWalletView } from '@/server/wallets/contract'
import { createWallets } from '@/server/wallets/create-wallets'

/** One more wallet of a business. */
export async function newWallet(tenant: Tenant, chainType: 'EVM' | 'SOLANA' = 'EVM'): Promise<NewWalletView> {
  const [wallet] = await inTenant(tenant, (ctx) => createWallets(ctx, { chainType, count: 1, purpose: 'TEST' }))
  if (!wallet) throw new Error('no wallet')
  return wallet
}
