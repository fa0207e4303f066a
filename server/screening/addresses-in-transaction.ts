import { base58 } from '@scure/base'
import type { DecodedMessage } from '@/server/chains/solana/decode-message'

const ADDRESS_BYTES = 32

/**
 * The addresses that a Solana message itself has: its accounts, and all 32 consecutive bytes of an instruction's data,
 * which may be a new owner. Numbers and texts are among them. Accounts of lookup tables and owners of token accounts
 * are only on the chain (`readAccountsBehind`). Pure.
 */
export function addressesInTransaction({ accountKeys, instructions }: DecodedMessage): string[] {
  const named = new Set(accountKeys)
  for (const { data } of instructions)
    for (let at = 0; at + ADDRESS_BYTES <= data.length; at += 1)
      named.add(base58.encode(data.subarray(at, at + ADDRESS_BYTES)))
  return [...named]
}
