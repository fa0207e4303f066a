import { TOKEN_METHODS } from './token-methods'

/** The transfer or allowance of an ERC-20 call. Addresses are lowercase. */
export type TokenCall = {
  /** Whether it moves tokens, and not only the right to spend them. */
  moves: boolean
  /** The owner of the tokens; null: the caller. */
  ownerAddress: `0x${string}` | null
  toAddress: `0x${string}`
  units: bigint
}

/** Reads calldata (hex). Null if it calls no method of `TOKEN_METHODS`, or ends before its arguments. Pure. */
export function readTokenCall(data: string): TokenCall | null {
  const method = TOKEN_METHODS[data.slice(0, 10).toLowerCase()]
  if (!method) return null
  const units = wordAt(data, method.units)
  const recipient = wordAt(data, method.recipient)
  if (units === null || recipient === null) return null
  const owner = method.owner === null ? null : wordAt(data, method.owner)
  return {
    moves: method.moves,
    ownerAddress: owner === null ? null : addressIn(owner),
    toAddress: addressIn(recipient),
    units: BigInt(`0x${units}`),
  }
}

/** An argument of static type, 64 digits; null if the calldata ends before it. */
function wordAt(data: string, index: number): string | null {
  const start = 10 + 64 * index
  return data.length < start + 64 ? null : data.slice(start, start + 64).toLowerCase()
}

function addressIn(word: string): `0x${string}` {
  return `0x${word.slice(24)}`
}
