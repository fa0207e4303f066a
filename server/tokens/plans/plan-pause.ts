import { encodeProgramCall } from '@/server/chains/solana/program-call-data'
import type { Tenant } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { encodePause } from '@/server/tokens/operations/asset-calls'
import type { OperationPlan } from '@/server/tokens/operations/plan'
import { setPaused } from '@/server/tokens/solana/asset-instructions'
import { mintAuthorityOf } from '@/server/tokens/solana/mint-authority-of'
import { loadToken } from './load-token'
import type { WebhookTarget } from './webhook-target'

type Pause = WebhookTarget & { tokenId: string; isPaused: boolean }

/** Plans to stop or resume transfers of holders. Throws not_found, failed (state). */
export async function planPause(tenant: Tenant, { tokenId, isPaused, ...webhook }: Pause): Promise<OperationPlan> {
  const loaded = await loadToken(tenant, tokenId, ['ACTIVE', 'PAUSED'])
  const { token, chain } = loaded
  if ((token.status === 'PAUSED') === isPaused) throw refusal('token_state')
  const data =
    chain.chainType === 'SOLANA'
      ? encodeProgramCall([setPaused(mintAuthorityOf(token), isPaused)])
      : encodePause(isPaused)
  const call = { from: token.adminAddress, to: token.contractAddress, data, effect: null }
  const kind = isPaused ? ('PAUSE' as const) : ('UNPAUSE' as const)
  return { ...loaded, kind, detail: {}, payoutId: null, calls: [call], items: [], ...webhook }
}
