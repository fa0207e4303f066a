import type { TokenStatus } from '@/schemas/tokens/words'
import { type Chain, findChain } from '@/server/chains/registry'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { requireProject } from '@/server/projects/require-project'
import type { TokenRow } from '@/server/tokens/operations/plan'
import { requireToken } from '@/server/tokens/require-token'

export type LoadedToken = { token: TokenRow; chain: Chain }

/** The states in which a token can be changed: from its deployment to its redemption. */
const LIVE: readonly TokenStatus[] = ['ACTIVE', 'PAUSED', 'MATURED', 'REDEEMING']

/** Loads a token to be changed, with its chain. Throws not_found, and failed if its state does not allow the change. */
export async function loadToken(
  tenant: Tenant,
  tokenId: string,
  states: readonly TokenStatus[] = LIVE,
): Promise<LoadedToken> {
  const token = await inTenantReading(tenant, (ctx) => requireToken(requireProject(ctx), tokenId))
  if (!states.includes(token.status)) throw refusal(token.status === 'REDEEMING' ? 'token_closed' : 'token_not_active')
  const chain = await findChain(token.chainId)
  if (!chain || chain.rpcUrls.length === 0) throw refusal('chain_unavailable')
  return { token, chain }
}
