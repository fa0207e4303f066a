import { FLOOR_GAS_PER_BYTE, GAS_PER_BYTE, NATIVE_TRANSFER_GAS } from './gas-figures'

/**
 * The gas that a plain transaction's 21,000 do not cover: dispatch, the call to a new recipient, sending value, a new
 * account.
 */
const CALLS_OVERHEAD = 25_000n
/**
 * Signature, hashes, a fresh nonce slot, the event, and what the contract keeps for afterwards. Measured on anvil: a
 * token transfer uses 93,500 where one sent by the wallet itself uses 51,400.
 */
const EXECUTE_OVERHEAD = 60_000n
/** The calldata of an operation with one call, without the data of the call itself, in bytes. */
const FIXED_BYTES = 612

/** `callGas` of an operation whose one call, sent by the wallet itself, would be a transaction with this gas limit. */
export function callGasOf(ownGasLimit: bigint): bigint {
  return ownGasLimit + ownGasLimit / 63n + CALLS_OVERHEAD
}

/**
 * Gas limit of the transaction that carries an operation with one call, worst case; `dataBytes` is the length of the
 * call's data.
 */
export function relayGasOf(callGas: bigint, dataBytes: number): bigint {
  const bytes = BigInt(FIXED_BYTES + Math.ceil(dataBytes / 32) * 32)
  const execution = NATIVE_TRANSFER_GAS + bytes * GAS_PER_BYTE + EXECUTE_OVERHEAD + callGas + callGas / 63n
  const floor = NATIVE_TRANSFER_GAS + bytes * FLOOR_GAS_PER_BYTE
  return execution > floor ? execution : floor
}
