import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callRpc, readResult } from '@/server/chains/rpc'

const reply = z.object({
  value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.int().nonnegative().transform(BigInt) }),
})

/**
 * A blockhash and the limit of its validity: a transaction can be included up to `lastValidBlockHeight` and never
 * after.
 */
export type Blockhash = z.output<typeof reply>['value']

/**
 * The newest blockhash at `confirmed`: one at `finalized` has lost a third of its lifetime, and one at `processed` may
 * vanish with its fork. Throws RpcUnavailableError, RpcError.
 */
export async function readBlockhash(chain: Chain): Promise<Blockhash> {
  return readResult(reply, await callRpc(chain, 'getLatestBlockhash', [{ commitment: 'confirmed' }])).value
}
