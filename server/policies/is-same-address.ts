/** Whether two addresses are one: EVM regardless of case, Solana's base58 exactly. */
export function isSameAddress(one: string, other: string): boolean {
  const isHex = one.startsWith('0x') && other.startsWith('0x')
  return isHex ? one.toLowerCase() === other.toLowerCase() : one === other
}
