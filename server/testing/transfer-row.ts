import type { transactions } from '@/db/schema'
import { CHAIN_ID } from './local-chain'

type Payer = { businessId: string; projectId: string | null; walletId: string; address: string }

/** A transfer of one unit from a wallet to itself, as a row of the queue. */
export function transferRow({ businessId, projectId, walletId, address }: Payer) {
  return {
    businessId,
    projectId,
    walletId,
    type: 'TRANSFER',
    chainType: 'EVM',
    network: 'TESTNET',
    chainId: CHAIN_ID,
    signerType: 'BUSINESS_HD',
    fromAddress: address,
    addressIndex: 0,
    toAddress: address,
    amountUnits: 1n,
    decimals: 18,
  } as const satisfies typeof transactions.$inferInsert
}
