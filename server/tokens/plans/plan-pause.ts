import type { Tenant } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { encodePause } from '../operations/asset-calls'
import type { OperationPlan } from '../operations/plan'
import { loadToken } from './load-token'
import type { Told } from './told'

type Pause = Told & { tokenId: string; isPaused: boolean }

/** Holders may no longer transfer, or again. Throws not_found, failed (state). */
export async function planPause(tenant: Tenant, { tokenId, isPaused, ...told }: Pause): Promise<OperationPlan> {
  const loaded = await loadToken(tenant, tokenId, ['ACTIVE', 'PAUSED'])
  const { token } = loaded
  if ((token.status === 'PAUSED') === isPaused) throw refusal('token_state')
  const call = { from: token.adminAddress, to: token.contractAddress, data: encodePause(isPaused), effect: null }
  const kind = isPaused ? ('PAUSE' as const) : ('UNPAUSE' as const)
  return { ...loaded, kind, detail: {}, payoutId: null, calls: [call], items: [], ...told }
}
