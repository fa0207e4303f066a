import { z } from 'zod'
import type { RpcAnswer, RpcCall } from '@/server/chains/rpc'
import { readAnswer } from '@/server/chains/rpc'
import { type TransactionProblem, transactionProblem } from './transaction-problem'

const status = z.object({
  slot: z.int().nonnegative().transform(BigInt),
  /** Null once the block is rooted. */
  confirmations: z.int().nullable(),
  err: transactionProblem.nullable(),
  confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']).nullish(),
})
const reply = z.object({
  context: z.object({ slot: z.int().nonnegative().transform(BigInt) }),
  value: z.array(status.nullable()),
})

/** The status of a signature on the chain. */
export type SignatureStatus = {
  slot: bigint
  confirmations: number | null
  level: 'processed' | 'confirmed' | 'finalized'
  problem: TransactionProblem | null
}

/** The most signatures a node takes at once. */
const MAX_SIGNATURES_PER_CALL = 256

/**
 * The calls for the statuses of signatures. Without `isDeep` a node searches its last minutes only. With it, it
 * searches all blocks that it has, and a node without history returns an error instead of "not found".
 */
export function statusCalls(signatures: readonly string[], isDeep: boolean): RpcCall[] {
  return Array.from({ length: Math.ceil(signatures.length / MAX_SIGNATURES_PER_CALL) }, (_, index) => ({
    method: 'getSignatureStatuses',
    params: [
      signatures.slice(index * MAX_SIGNATURES_PER_CALL, (index + 1) * MAX_SIGNATURES_PER_CALL),
      { searchTransactionHistory: isDeep },
    ],
  }))
}

/**
 * Reads their answers. `found` holds what the node knows; `slot` is its newest. Throws RpcError, RpcUnavailableError.
 */
export function readStatuses(
  signatures: readonly string[],
  answers: readonly (RpcAnswer | undefined)[],
): { slot: bigint; found: Map<string, SignatureStatus> } {
  const replies = answers.map((answer) => readAnswer(reply, answer))
  const found = new Map<string, SignatureStatus>()
  for (const [index, value] of replies.flatMap((part) => part.value).entries()) {
    const signature = signatures[index]
    if (!value || signature === undefined) continue
    const level = value.confirmationStatus ?? (value.confirmations === null ? 'finalized' : 'processed')
    found.set(signature, { slot: value.slot, confirmations: value.confirmations, level, problem: value.err })
  }
  return { slot: replies.at(-1)?.context.slot ?? 0n, found }
}
