import type { Hex } from 'viem'
import { slipwayDelegateSelectors } from '@/contracts/generated/slipway-delegate'
import { addressWord, bytes32Word, hexDigits, uintWord } from '@/schemas/chains/evm/words'
import type { Operation, OperationCall } from './operation'

const EXECUTE =
  slipwayDelegateSelectors['execute((bytes32,address,uint256,uint256,uint256,(address,uint256,bytes)[]),bytes)']

/** Calldata of the carrier: sent by the operation's relayer to its wallet. `signature` is r, s, v (65 bytes). */
export function encodeExecute(operation: Operation, signature: Uint8Array): Hex {
  const body = operationTuple(operation)
  const signatureAt = 64 + body.length / 2
  const head = uintWord(64n) + uintWord(BigInt(signatureAt))
  return `${EXECUTE}${head}${body}${dynamicBytes(Buffer.from(signature).toString('hex'))}`
}

function operationTuple({ id, relayer, nonce, deadline, callGas, calls }: Operation): string {
  const fixed = bytes32Word(id) + addressWord(relayer) + uintWord(nonce) + uintWord(deadline) + uintWord(callGas)
  return fixed + uintWord(192n) + callArray(calls)
}

function callArray(calls: readonly OperationCall[]): string {
  const bodies = calls.map(
    ({ to, value, data }) => addressWord(to) + uintWord(value) + uintWord(96n) + dynamicBytes(hexDigits(data)),
  )
  let offset = calls.length * 32
  const offsets = bodies.map((body) => {
    const word = uintWord(BigInt(offset))
    offset += body.length / 2
    return word
  })
  return uintWord(BigInt(calls.length)) + offsets.join('') + bodies.join('')
}

function dynamicBytes(digits: string): string {
  const padded = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
  return uintWord(BigInt(digits.length / 2)) + padded
}
