import type { Cluster } from './cluster'
import { type Commitment, slotAt } from './commitment'
import { executeTransaction } from './execute'
import type { WireTransaction } from './read-transaction'
import { RpcError } from './rpc-error'
import { simulateTransaction } from './simulate'
import { errorText } from './transaction-error'

/**
 * Handles sendTransaction: preflight unless skipped, then inclusion in the current slot (or later, or never, as the
 * controls say). Returns the signature whether or not the transaction lands. Throws -32002 with logs, -32003 for a
 * wrong signature.
 */
export function submitTransaction(
  cluster: Cluster,
  { transaction, preflight }: { transaction: WireTransaction; preflight: Commitment | null },
): string {
  if (preflight) checkBeforeSend(cluster, transaction, preflight)
  const [signature = ''] = transaction.signatures
  if (cluster.dropNext > 0 && !cluster.landed.has(signature)) {
    cluster.dropNext -= 1
    return signature
  }
  if (cluster.delaySlots > 0) cluster.waiting.push({ transaction, slot: cluster.slot + cluster.delaySlots })
  else executeTransaction(cluster, transaction)
  return signature
}

/** Includes what waited for this slot. */
export function includeQueued(cluster: Cluster): void {
  const due = cluster.waiting.filter(({ slot }) => slot <= cluster.slot)
  cluster.waiting = cluster.waiting.filter(({ slot }) => slot > cluster.slot)
  for (const { transaction } of due) executeTransaction(cluster, transaction)
}

function checkBeforeSend(cluster: Cluster, transaction: WireTransaction, level: Commitment): void {
  if (cluster.behindSlots !== null) throw nodeBehindError(cluster.behindSlots)
  const slot = slotAt(cluster, level)
  const { error, logs, units, returnData } = simulateTransaction(cluster, { transaction, slot, verify: true })
  if (!error) return
  if (error === 'SignatureFailure') throw new RpcError(-32003, 'Transaction signature verification failure')
  throw new RpcError(-32002, `Transaction simulation failed: ${errorText(error)}`, {
    accounts: null,
    err: error,
    innerInstructions: null,
    loadedAccountsDataSize: 0,
    logs,
    replacementBlockhash: null,
    returnData,
    unitsConsumed: units,
  })
}

export function nodeBehindError(numSlotsBehind: number): RpcError {
  return new RpcError(-32005, `Node is behind by ${numSlotsBehind} slots`, { numSlotsBehind })
}
