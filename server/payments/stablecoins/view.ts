import type { deposits, depositTokens, paymentArrivals } from '@/db/schema'
import { formatAmount } from '@/server/money/amount'
import type { DepositTokenView, StrayView } from './contract'

export function toDepositToken(row: typeof depositTokens.$inferSelect, chainName: string): DepositTokenView {
  const { id, chainId, tokenAddress, symbol, decimals, peg, isActive } = row
  const sweepLeast = formatAmount(row.sweepLeastUnits, decimals)
  return { id, chainId, chainName, tokenAddress, symbol, decimals, peg, sweepLeast, isActive }
}

type Stray = {
  arrival: typeof paymentArrivals.$inferSelect
  deposit: typeof deposits.$inferSelect
  chainName: string
  address: string
}

export function toStray({ arrival, deposit, chainName, address }: Stray): StrayView {
  const { state } = arrival
  if (state === 'NEW' || state === 'RECEIVED') throw new Error(`arrival ${arrival.depositId} is no stray`)
  const { chainId, symbol, tokenAddress, fromAddress, txHash } = deposit
  return {
    ...{ id: arrival.depositId, chainId, chainName, address, symbol, tokenAddress, fromAddress, txHash, state },
    amount: formatAmount(deposit.amountUnits, deposit.decimals),
    arrivedAt: arrival.createdAt.toISOString(),
  }
}
