import { type Hex, keccak256, parseTransaction, recoverTransactionAddress } from 'viem'
import type { Allowance } from './allowance'

/** Half of the order of secp256k1. Chains refuse a signature with a larger s, because each has an equivalent below. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Whether this wallet signed the given bytes for this chain under this nonce: the proof that another transaction took
 * the nonce.
 */
export async function isNonceTaken(
  { address, nonce, takenBy, takenHash }: Allowance['signedBefore'][number],
  chainId: number,
): Promise<boolean> {
  if (takenBy === null) return false
  const raw = `0x${takenBy}` as Hex // bytes of our own table
  try {
    const read = parseTransaction(raw)
    const signedBy = await recoverTransactionAddress({
      // or it throws
      serializedTransaction: raw as Parameters<typeof recoverTransactionAddress>[0]['serializedTransaction'],
    })
    const isLow = BigInt(read.s ?? HALF_ORDER + 1n) <= HALF_ORDER
    const isOfNonce = (read.nonce ?? 0) === nonce && read.chainId === chainId
    return isLow && isOfNonce && signedBy === address && keccak256(raw) === takenHash
  } catch {
    return false
  }
}
