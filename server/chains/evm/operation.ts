import type { Address, Hex } from 'viem'

export type OperationCall = { to: Address; value: bigint; data: Hex }

/** What a delegated wallet signs for a relayer to carry: contracts/SlipwayDelegate.sol. */
export type Operation = {
  chainId: number
  /** The wallet whose assets move; its account must point to the delegate when the carrier is mined. */
  wallet: Address
  /** 32 bytes that name the outcome in the receipt. */
  id: Hex
  /** The only account that can carry it. */
  relayer: Address
  /** Key in the upper 192 bits, sequence in the lower 64: at most one effect per nonce. */
  nonce: bigint
  /** Unix seconds: the last at which it may run. */
  deadline: bigint
  /** Gas the calls get, exactly. */
  callGas: bigint
  /** Run all together or not at all. */
  calls: readonly OperationCall[]
}

/** The name of a transaction's operation: its uuid in the lower 16 bytes. */
export function toOperationId(transactionId: string): Hex {
  return `0x${uuidDigits(transactionId).padStart(64, '0')}`
}

/**
 * A nonce of the transaction's own (its uuid as the key, sequence 0): the chain lets it have one effect, in any order.
 */
export function toOperationNonce(transactionId: string): bigint {
  return BigInt(`0x${uuidDigits(transactionId)}`) << 64n
}

function uuidDigits(transactionId: string): string {
  const digits = transactionId.replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]{32}$/.test(digits)) throw new Error('an operation is named after a uuid')
  return digits
}
