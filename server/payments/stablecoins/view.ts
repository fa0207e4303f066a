import type { chains, chainTokens, deposits, depositTokens, paymentArrivals, paymentSweeps } from '@/db/schema'
import type {
  DepositTokenView,
  RecoveryProposalView,
  UnmatchedDepositView,
} from '@/schemas/payments/stablecoins/contract'
import { formatAmount } from '@/server/money/amount'
import { type BookedReceipt, decisionsOf } from './arrival-decisions'

export function toDepositToken(row: typeof depositTokens.$inferSelect, chainName: string): DepositTokenView {
  const { id, chainId, tokenAddress, symbol, decimals, peg, isActive } = row
  const sweepLeast = formatAmount(row.sweepLeastUnits, decimals)
  return { id, chainId, chainName, tokenAddress, symbol, decimals, peg, sweepLeast, isActive }
}

type UnmatchedDepositRow = {
  arrival: typeof paymentArrivals.$inferSelect
  deposit: typeof deposits.$inferSelect
  chainName: string
  address: string
  /** The receipt that booked it; null if it is not booked. */
  booked: BookedReceipt | null
  /** The amount that a recovery sends; null if it cannot be recovered. */
  together: { units: bigint; depositIds: string[] } | null
  /** A recovery of it that waits for a second person. */
  proposed: typeof paymentSweeps.$inferSelect | null
}

export function toUnmatchedDeposit({
  arrival,
  deposit,
  chainName,
  address,
  booked,
  together,
  proposed,
}: UnmatchedDepositRow): UnmatchedDepositView {
  const { state } = arrival
  if (state === 'NEW' || state === 'RECEIVED')
    throw new Error(`arrival ${arrival.depositId} is not an unmatched deposit`)
  const { chainId, symbol, tokenAddress, fromAddress, txHash, decimals } = deposit
  const inUnits = (units: bigint) => formatAmount(units, decimals)
  return {
    ...{ id: arrival.depositId, chainId, chainName, address, symbol, tokenAddress, fromAddress, txHash, state },
    amount: inUnits(deposit.amountUnits),
    decisions: decisionsOf(state, booked),
    recovery: together && { amount: inUnits(together.units), depositIds: together.depositIds },
    proposal: proposalOf(arrival, proposed),
    arrivedAt: arrival.createdAt.toISOString(),
  }
}

function proposalOf(
  { proposedBy, proposal }: UnmatchedDepositRow['arrival'],
  proposed: UnmatchedDepositRow['proposed'],
): UnmatchedDepositView['proposal'] {
  if (proposed) return { by: proposed.createdBy, what: `to ${proposed.toAddress}` }
  return proposedBy === null ? null : { by: proposedBy, what: proposal ?? '' }
}

type RecoveryProposalRow = {
  proposal: typeof paymentSweeps.$inferSelect
  chain: typeof chains.$inferSelect
  address: string
  /** Null for the native coin, and for a token that the platform does not know. */
  token: typeof chainTokens.$inferSelect | null
}

export function toRecoveryProposal({ proposal, chain, address, token }: RecoveryProposalRow): RecoveryProposalView {
  const { id, chainId, tokenAddress, toAddress, units } = proposal
  const native = { symbol: chain.nativeSymbol, decimals: chain.nativeDecimals }
  const asset = tokenAddress === null ? native : token
  return {
    ...{ id, chainId, chainName: chain.name, address, tokenAddress, toAddress },
    symbol: asset?.symbol ?? 'a token',
    amount: asset && formatAmount(units, asset.decimals),
  }
}
