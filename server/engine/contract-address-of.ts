import { type Address, getAddress, getContractAddress } from 'viem'
import type { TransactionRow } from '@/db/schema'
import { DEPLOYMENT } from '@/schemas/policies/words'

/**
 * The zero address means no recipient: the data is the creation code of a contract. No other transaction may use it.
 */
export function createsContract({ type, toAddress }: { type: string; toAddress: string }): boolean {
  return type === 'DEPLOY' && toAddress === DEPLOYMENT
}

type Row = Pick<TransactionRow, 'type' | 'toAddress' | 'senderAddress' | 'nonce' | 'status'>

/**
 * Where the contract stands, or will: it follows from the sender and the nonce, which are stored before anything is
 * sent and stay whatever replaces the bytes. Null for what creates none, is not signed yet, or failed.
 */
export function contractAddressOf(row: Row): Address | null {
  if (!createsContract(row) || row.senderAddress === null || row.nonce === null || row.status === 'FAILED') return null
  return getContractAddress({ from: getAddress(row.senderAddress), nonce: BigInt(row.nonce) })
}
