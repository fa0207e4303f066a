import { toFunctionSelector } from 'viem'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import type { TransactionRow } from '@/db/schema'
import { decodeProgramCall } from '@/server/chains/solana/program-call-data'
import { addressesInData } from './addresses-in-data'

/** The columns of a transaction that name whom it gives something. */
export type Naming = Pick<TransactionRow, 'toAddress' | 'callData'> & { type: string }

/** The platform's own, which go to its wallets and those of its customers. */
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
  // What is deployed has no recipient.
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
