import { base58 } from '@scure/base'
import type { DecodedMessage } from '@/server/chains/solana/decode-message'

const ADDRESS_BYTES = 32

/**
 * The addresses that a Solana message names itself: its accounts, and each 32 bytes at any place of an instruction's
 * data, where a program finds a new owner. Numbers and texts are among them. Accounts of lookup tables and owners of
 * token accounts are known to the chain alone (`readAccountsBehind`). Pure.
 */
export function addressesInTransaction({ accountKeys, instructions }: DecodedMessage): string[] {
  const named = new Set(accountKeys)
  for (const { data } of instructions)
    for (let at = 0; at + ADDRESS_BYTES <= data.length; at += 1)
      named.add(base58.encode(data.subarray(at, at + ADDRESS_BYTES)))
  return [...named]
}
