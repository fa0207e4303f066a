import { toFunctionSelector } from 'viem'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import type { TransactionRow } from '@/db/schema'
import { decodeProgramCall } from '@/server/chains/solana/program-call-data'

/** The columns of a transaction that name a recipient. */
export type Naming = Pick<TransactionRow, 'toAddress' | 'callData'> & { type: string }

/** The platform's own transactions, which go to its wallets and those of its customers. */
const OWN_TYPES = new Set(['GAS_TOPUP', 'FLOAT_RETURN', 'DELEGATE'])

/** Methods of our tokens that take something from the wallets they name. */
const TAKING_NAMES: ReadonlySet<string> = new Set(['removeWallets', 'batchSetAddressFrozen'])
const TAKING = new Set(
  yieldTokenAbi.flatMap((item) =>
    item.type === 'function' && TAKING_NAMES.has(item.name) ? [toFunctionSelector(item)] : [],
  ),
)

/**
 * The addresses that get something by a transaction, or a right to spend: its recipient, and every address in its
 * calldata or, on Solana, among its accounts. More are named than get something; none that gets something is left out.
 * Pure. Throws SolanaFormatError.
 */
export function recipientsOf({ type, toAddress, callData }: Naming): string[] {
  if (OWN_TYPES.has(type)) return []
  // A deployment has no recipient.
  const named = type === 'DEPLOY' ? [] : [toAddress]
  if (callData === null) return named
  if (!toAddress.startsWith('0x')) return [...named, ...accountsIn(callData)]
  if (type === 'TOKEN_OPERATION' && TAKING.has(selectorOf(callData))) return named
  return [...named, ...addressesInData(callData)]
}

function selectorOf(callData: string) {
  return `0x${callData.slice(2, 10).toLowerCase()}` as const
}

function accountsIn(callData: string): string[] {
  return decodeProgramCall(callData, '').flatMap(({ accounts }) =>
    accounts.flatMap(({ address }) => (address === '' ? [] : [address])),
  )
}

/** The zero bytes before an address in a word of 32 bytes. */
const PADDING_BYTES = 12
const ADDRESS_CHARACTERS = 40
/** The maximum number of leading zero bytes in a searched address; words with more are numbers. */
const MAX_LEADING_ZEROS = 7

/**
 * The EVM addresses that calldata (hex) may contain, in lowercase. They are 20 bytes after 12 zero bytes, at any
 * position, so that arguments of any function are found, also in lists and nested calls. Numbers of that form are among
 * them. Addresses that a contract packs without padding are not found. Pure.
 */
export function addressesInData(data: string): Set<string> {
  const hex = data.slice(2).toLowerCase()
  const found = new Set<string>()
  let zeros = 0
  for (let at = 0; at < hex.length; at += 2) {
    if (hex[at] === '0' && hex[at + 1] === '0') {
      zeros += 1
      continue
    }
    for (let before = 0; before <= MAX_LEADING_ZEROS && zeros - before >= PADDING_BYTES; before += 1) {
      const address = hex.slice(at - 2 * before, at - 2 * before + ADDRESS_CHARACTERS)
      if (address.length === ADDRESS_CHARACTERS) found.add(`0x${address}`)
    }
    zeros = 0
  }
  return found
}
