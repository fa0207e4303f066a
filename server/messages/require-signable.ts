import { and, eq, ne } from 'drizzle-orm'
import { tokens } from '@/db/schema/tokens'
import type { Chain } from '@/server/chains/registry'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { findActivePolicies } from '@/server/policies/find-policy'
import { requireUnblocked } from '@/server/screening/find-blocked'
import { requireActiveWallet, type WalletRow } from '@/server/wallets/require-active-wallet'
import { addressesInMessage } from './addresses-in-message'
import { requireAllowed } from './judge-message'
import type { ReadMessage } from './read-message'

type SignableInput = { message: ReadMessage; chain: Chain | null; addressIndex: number }

/**
 * The wallet that may sign this message now. Throws not_found, forbidden, failed if it is deactivated or runs a token,
 * if a policy refuses, or if typed data names a blocked address.
 */
export async function requireSignable(
  ctx: TenantCtx,
  { message, chain, addressIndex }: SignableInput,
): Promise<WalletRow> {
  const wallet = await requireActiveWallet(ctx, { chainType: message.chainType, from: addressIndex })
  const [token] = await ctx.db
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(eq(tokens.businessId, ctx.businessId), eq(tokens.walletId, wallet.id), ne(tokens.status, 'FAILED')))
    .limit(1)
  if (token) throw refusal('wallet_technical')
  await requireUnblocked(ctx, addressesInMessage(message), 'typedData')
  const policies = await findActivePolicies(ctx, { lock: false })
  requireAllowed({ message, address: wallet.address, chain, policies, now: ctx.now() })
  return wallet
}
