import type { Account, FailedTransactionMetadata, TransactionMetadata } from 'litesvm/dist/internal.js'
import { recordPreviousState } from './account-state'
import { fromBase58 } from './base58'
import { type Cluster, storeTransaction } from './cluster'
import { computeUnitPrice } from './compute-budget'
import { advanceAfterFailure, nonceAccountOf } from './durable-nonce'
import type { InnerInstructions, Landed } from './landed'
import { loadAddresses, prepareSlotHashes } from './lookup-tables'
import { isWritable, type WireTransaction } from './read-transaction'
import { tokenBalancesOf } from './token-balances'
import { toTransactionError } from './transaction-error'

/**
 * Includes a transaction in the current slot, once. Null when a leader would drop it without a trace: seen before, too
 * old, wrong signature, or a payer who cannot pay. One that fails while running lands with its error and pays its fee.
 */
export function executeTransaction(cluster: Cluster, transaction: WireTransaction): Landed | null {
  const { message, bytes, signatures } = transaction
  const [signature = ''] = signatures
  if (cluster.landed.has(signature)) return null
  const nonce = cluster.blockhashes.has(message.blockhash) ? null : nonceAccountOf(cluster, message)
  if (!nonce && !cluster.blockhashes.has(message.blockhash)) return null

  const loaded = loadAddresses(cluster, message)
  const addresses = [...message.keys, ...loaded.writable, ...loaded.readonly]
  const keys = addresses.map(fromBase58)
  const writable = (index: number) =>
    index < message.keys.length ? isWritable(message, index) : index < message.keys.length + loaded.writable.length
  const before = keys.map((key) => cluster.svm.getAccount(key))
  const preTokenBalances = tokenBalancesOf(cluster, before)
  prepareSlotHashes(cluster, message)
  const result = cluster.svm.sendVersionedTransaction(bytes)
  const error = 'err' in result ? toTransactionError(result.err()) : null
  if (error && nonce) advanceAfterFailure(cluster, nonce)
  const after = keys.map((key, index) => (writable(index) ? cluster.svm.getAccount(key) : (before[index] ?? null)))
  const preBalances = before.map(lamportsOf)
  const postBalances = after.map(lamportsOf)
  // Lamports move only among a transaction's accounts, so the missing amount is the fee.
  const feeLamports = sum(preBalances) - sum(postBalances)
  if (error && feeLamports === 0) return null

  const landed: Landed = {
    signature,
    slot: cluster.slot,
    blockTime: cluster.slotTime,
    bytes,
    accounts: addresses,
    loaded,
    error,
    feeLamports,
    preBalances,
    postBalances,
    preTokenBalances,
    postTokenBalances: tokenBalancesOf(cluster, after),
    unitPrice: Number(computeUnitPrice(message)),
    ...toOutcome(result),
  }
  const changed = addresses.filter((_, index) => writable(index))
  for (const [index, address] of addresses.entries()) {
    if (writable(index)) recordPreviousState(cluster, address, before[index] ?? null)
  }
  storeTransaction(cluster, landed)
  cluster.journal?.landed(landed, changed)
  for (const listener of cluster.onLanded) listener(landed)
  return landed
}

/** The details of a transaction's run, simulated or not. */
export function toOutcome(result: TransactionMetadata | FailedTransactionMetadata) {
  const meta = 'err' in result ? result.meta() : result
  return {
    logs: meta.logs(),
    units: Number(meta.computeUnitsConsumed()),
    inner: meta.innerInstructions().flatMap((list, index): InnerInstructions[] => {
      if (list.length === 0) return []
      const instructions = list.map((entry) => {
        const instruction = entry.instruction()
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: Uint8Array.from(instruction.data()),
          stackHeight: entry.stackHeight(),
        }
      })
      return [{ index, instructions }]
    }),
  }
}

function lamportsOf(account: Account | null): number {
  return account ? Number(account.lamports()) : 0
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
