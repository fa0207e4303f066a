import type { Address, Hex } from 'viem'

export type OperationCall = { to: Address; value: bigint; data: Hex }

/** An operation that a delegated wallet signs and a relayer submits: contracts/SlipwayDelegate.sol. */
export type Operation = {
  chainId: number
  /** The wallet whose assets move; its account must point to the delegate when the carrier is mined. */
  wallet: Address
  /** 32 bytes that identify the outcome in the receipt. */
  id: Hex
  /** The only account that can submit it. */
  relayer: Address
  /** Key in the upper 192 bits, sequence in the lower 64: at most one effect per nonce. */
  nonce: bigint
  /** The last moment at which it may run, in Unix seconds. */
  deadline: bigint
  /** The exact gas that the calls get. */
  callGas: bigint
  /** All of them run, or none. */
  calls: readonly OperationCall[]
}

/** The id of a transaction's operation: its uuid in the lower 16 bytes. */
export function toOperationId(transactionId: string): Hex {
  return `0x${uuidDigits(transactionId).padStart(64, '0')}`
}

/**
 * A nonce that only this transaction uses (its uuid as the key, sequence 0): the chain executes it at most once, in any
 * order.
 */
export function toOperationNonce(transactionId: string): bigint {
  return BigInt(`0x${uuidDigits(transactionId)}`) << 64n
}

function uuidDigits(transactionId: string): string {
  const digits = transactionId.replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]{32}$/.test(digits)) throw new Error('an operation is named after a uuid')
  return digits
}
