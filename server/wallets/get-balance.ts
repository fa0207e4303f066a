import type { TenantCtx } from '@/server/ctx'
import type { BalanceView } from './contract'

/** The business's USD balance. Nothing can be paid in or held yet, so it is zero until the ledger keeps one. */
export async function getBalance(_ctx: TenantCtx): Promise<BalanceView> {
  return { available: '0.00', reserved: '0.00', currency: 'USD' }
}
