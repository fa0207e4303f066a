import { type Address, getAddress, getContractAddress } from 'viem'
import type { TransactionRow } from '@/db/schema'
import { DEPLOYMENT_ADDRESS } from '@/schemas/policies/words'

/**
 * Whether a transaction creates a contract: the zero address means no recipient, and the data is creation code. No
 * other transaction may use the zero address.
 */
export function createsContract({ type, toAddress }: { type: string; toAddress: string }): boolean {
  return type === 'DEPLOY' && toAddress === DEPLOYMENT_ADDRESS
}

type Row = Pick<TransactionRow, 'type' | 'toAddress' | 'senderAddress' | 'nonce' | 'status'>

/**
 * The address of the contract that a transaction creates. It follows from the sender and the nonce, which do not change
 * when the transaction is replaced. Null if it creates none, is not signed yet, or failed.
 */
export function contractAddressOf(row: Row): Address | null {
  if (!createsContract(row) || row.senderAddress === null || row.nonce === null || row.status === 'FAILED') return null
  return getContractAddress({ from: getAddress(row.senderAddress), nonce: BigInt(row.nonce) })
}
