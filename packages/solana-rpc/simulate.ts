import type { AddressAndAccount } from 'litesvm/dist/internal.js'
import { toBase58 } from './base58'
import type { Cluster } from './cluster'
import { nonceAccountOf } from './durable-nonce'
import { toOutcome } from './execute'
import type { InnerInstructions } from './landed'
import { prepareSlotHashes } from './lookup-tables'
import type { WireTransaction } from './read-transaction'
import { type TransactionError, toTransactionError } from './transaction-error'

export type Simulation = {
  error: TransactionError | null
  logs: string[]
  units: number
  inner: InnerInstructions[]
  returnData: { programId: string; data: [string, 'base64'] } | null
  postAccounts: AddressAndAccount[] | null
}

/**
 * Runs a transaction on the newest state without changing it. `slot` is the newest one whose blockhash is accepted;
 * null skips that check. A blockhash younger than the requested commitment is unknown, as on a real node.
 */
export function simulateTransaction(
  cluster: Cluster,
  { transaction, slot, verify }: { transaction: WireTransaction; slot: number | null; verify: boolean },
): Simulation {
  const { message, signatures, bytes } = transaction
  if (verify && cluster.landed.has(signatures[0] ?? '')) return refused('AlreadyProcessed')
  if (slot !== null && !isKnown(cluster, { transaction, slot })) return refused('BlockhashNotFound')
  prepareSlotHashes(cluster, message)
  cluster.svm.setSigverify(verify)
  try {
    const result = cluster.svm.simulateVersionedTransaction(bytes)
    if ('err' in result) {
      return { error: toTransactionError(result.err()), ...toOutcome(result), returnData: null, postAccounts: null }
    }
    const meta = result.meta()
    const data = meta.returnData().data()
    const returnData = {
      programId: toBase58(meta.returnData().programId()),
      data: [Buffer.from(data).toString('base64'), 'base64'],
    } satisfies Simulation['returnData']
    return {
      error: null,
      ...toOutcome(meta),
      returnData: data.length > 0 ? returnData : null,
      postAccounts: result.postAccounts(),
    }
  } finally {
    cluster.svm.setSigverify(true)
  }
}

function isKnown(cluster: Cluster, { transaction, slot }: { transaction: WireTransaction; slot: number }): boolean {
  const known = cluster.blockhashes.get(transaction.message.blockhash)
  if (known !== undefined) return known <= slot
  return nonceAccountOf(cluster, transaction.message) !== null
}

function refused(error: TransactionError): Simulation {
  return { error, logs: [], units: 0, inner: [], returnData: null, postAccounts: null }
}
