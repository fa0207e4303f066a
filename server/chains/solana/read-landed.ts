import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { readAnswer } from '@/server/chains/rpc'
import { callMany } from './call-many'

const lamports = z.int().nonnegative().transform(BigInt)
const reply = z
  .object({
    meta: z.object({
      fee: lamports,
      computeUnitsConsumed: lamports.nullish(),
      preBalances: z.array(lamports).min(1),
      postBalances: z.array(lamports).min(1),
    }),
  })
  .nullable()

/** The cost of a landed transaction for its payer: fee and rent of new accounts, in lamports. */
type LandedCost = { paidLamports: bigint; computeUnits: bigint | null }

/**
 * The cost of landed transactions by signature; signatures without a record at the node (yet) are left out. Our fee
 * payer is the first account and receives nothing in its own transactions, so the decrease of its balance is the cost.
 * Throws RpcUnavailableError, RpcError.
 */
export async function readLanded(chain: Chain, signatures: readonly string[]): Promise<Map<string, LandedCost>> {
  const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const answers = await callMany(
    chain,
    signatures.map((signature) => ({ method: 'getTransaction', params: [signature, options] })),
  )
  const landed = new Map<string, LandedCost>()
  for (const [index, answer] of answers.entries()) {
    const signature = signatures[index]
    const meta = readAnswer(reply, answer)?.meta
    if (!meta || signature === undefined) continue
    const paidLamports = (meta.preBalances[0] ?? 0n) - (meta.postBalances[0] ?? 0n)
    landed.set(signature, { paidLamports, computeUnits: meta.computeUnitsConsumed ?? null })
  }
  return landed
}
