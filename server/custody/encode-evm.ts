import { addressWord, hexDigits, uintWord } from '@/schemas/chains/evm/words'
import { encodeRlp, type RlpItem, rlpNumber } from '@/server/chains/evm/rlp'
import type { EvmTransaction } from './evm-transaction'

const EIP1559 = 0x02
const EIP7702 = 0x04

/**
 * The bytes of a transaction: type 4 when it has authorizations, else type 2. Signed when a signature (recovery bit, r,
 * s) is given.
 */
export function encodeEvm(transaction: EvmTransaction, signature?: Uint8Array): Buffer {
  const { to, data, authorizations } = transaction
  if (transaction.maxPriorityFeePerGas > transaction.maxFeePerGas) throw new Error('the tip is above the fee')
  if (authorizations && !to) throw new Error('a transaction with authorizations needs a recipient')
  const fields: RlpItem[] = [
    number(BigInt(transaction.chainId)),
    number(BigInt(transaction.nonce)),
    number(transaction.maxPriorityFeePerGas),
    number(transaction.maxFeePerGas),
    number(transaction.gas),
    to ? address(to) : new Uint8Array(0),
    number(transaction.value),
    Buffer.from(hexDigits(data), 'hex'),
    [],
  ]
  if (authorizations) {
    fields.push(
      authorizations.map(({ chainId, delegate, nonce, yParity, r, s }) => [
        number(BigInt(chainId)),
        address(delegate),
        number(BigInt(nonce)),
        rlpNumber(yParity),
        number(BigInt(r)),
        number(BigInt(s)),
      ]),
    )
  }
  if (signature) fields.push(rlpNumber(signature[0] ?? 0), ...[1, 33].map((at) => number(scalarAt(signature, at))))
  return Buffer.concat([Uint8Array.of(authorizations ? EIP7702 : EIP1559), encodeRlp(fields)])
}

/** Encoded as a 32-byte word, so that values that no node accepts (more than 256 bits, or negative) throw here. */
function number(value: bigint): Uint8Array {
  uintWord(value)
  return rlpNumber(value)
}

function address(text: string): Uint8Array {
  return Buffer.from(addressWord(text).slice(24), 'hex')
}

function scalarAt(signature: Uint8Array, at: number): bigint {
  return BigInt(`0x${Buffer.from(signature.subarray(at, at + 32)).toString('hex')}`)
}
