import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, resultOf } from '@/server/chains/rpc'
import { encodeTransaction } from './decode-transaction'
import { type TransactionProblem, transactionProblem } from './transaction-problem'

const reply = z.object({
  value: z.object({ err: transactionProblem.nullable(), unitsConsumed: z.int().nonnegative().nullish() }),
})

export type Simulated = { problem: TransactionProblem | null; computeUnits: number }

const NO_SIGNATURE = new Uint8Array(64)
/** Messages a request, several requests at once: a node simulates them in parallel. */
const PER_REQUEST = 25

/**
 * Runs unsigned messages against the newest confirmed state, each on its own. The blockhash is the node's, so that an old one is no problem.
 * Throws RpcUnavailableError, RpcError.
 */
export async function simulateMessages(
  chain: Chain,
  messages: readonly { bytes: Uint8Array; signatures: number }[],
): Promise<Simulated[]> {
  const calls = messages.map(({ bytes, signatures }) => ({
    method: 'simulateTransaction',
    params: [
      Buffer.from(encodeTransaction(Array<Uint8Array>(signatures).fill(NO_SIGNATURE), bytes)).toString('base64'),
      { encoding: 'base64', commitment: 'confirmed', sigVerify: false, replaceRecentBlockhash: true },
    ],
  }))
  const requests = Array.from({ length: Math.ceil(calls.length / PER_REQUEST) }, (_, place) =>
    callRpcBatch(chain, calls.slice(place * PER_REQUEST, (place + 1) * PER_REQUEST)),
  )
  return (await Promise.all(requests)).flat().map((answer) => {
    const { err, unitsConsumed } = reply.parse(resultOf(answer)).value
    return { problem: err, computeUnits: unitsConsumed ?? 0 }
  })
}
