import type { chains, deposits, wallets } from '@/db/schema'
import type { DepositView } from '@/schemas/deposits/contract'
import { formatAmount, toSafeInteger } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'

/** A deposit with what its view needs of the wallet, the chain, and how far that was read. */
type DepositFacts = {
  deposit: typeof deposits.$inferSelect
  wallet: Pick<typeof wallets.$inferSelect, 'address' | 'addressIndex'>
  chain: Pick<typeof chains.$inferSelect, 'chainType' | 'network'>
  /** Null if the sender was not blocked. */
  screened: DepositView['screened']
  headBlock: bigint | null
}

export function toDepositView({ deposit: row, wallet, chain, screened, headBlock }: DepositFacts): DepositView {
  return {
    id: row.id,
    walletId: row.walletId,
    address: wallet.address,
    addressIndex: wallet.addressIndex,
    chainType: chain.chainType,
    network: chain.network,
    chainId: row.chainId,
    tokenAddress: row.tokenAddress,
    symbol: row.symbol,
    amount: formatAmount(row.amountUnits, row.decimals),
    valueUsd: row.valueUsdMicros === null ? null : formatUsd(row.valueUsdMicros),
    fromAddress: row.fromAddress,
    txHash: row.txHash,
    logIndex: row.logIndex,
    blockNumber: toSafeInteger(row.blockNumber),
    stage: row.stage,
    screened,
    confirmations: confirmationsOf(row, headBlock),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function confirmationsOf({ stage, blockNumber }: DepositFacts['deposit'], headBlock: bigint | null): number {
  if (stage === 'reverted' || headBlock === null || headBlock < blockNumber) return 0
  return toSafeInteger(headBlock - blockNumber) + 1
}
