import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'

export async function pumpSolana(_ctx: WorkerCtx, _chain: Chain): Promise<{ unfinished: boolean }> {
  return { unfinished: false }
}
