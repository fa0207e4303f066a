import { balanceOfCall } from '@/server/chains/evm/erc20'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import { formatAmount } from '@/server/money/amount'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'
import { readPayoutUnits } from './read-payout-units'

/**
 * A sentence about the funds that a tokenAdmin lacks for a coupon or a redemption; null if they suffice or the payout
 * is funded. Throws unavailable.
 */
export async function findShortFunds(
  chain: Chain,
  { token, payout }: { token: TokenRow; payout: PayoutRow },
): Promise<string | null> {
  if (payout.fundedUnits > 0n || token.yieldParams === null) return null
  if (payout.status === 'FUNDED' || payout.status === 'PAYING' || payout.status === 'PAID') return null
  const basis = payout.basisUnits ?? (await readPayoutUnits(chain, { token, payout }))
  const needed = (basis * payout.rateNumerator) / payout.rateDenominator
  const { paymentToken } = token.yieldParams
  const [held] = await readFromChain(() => callRpcBatch(chain, [balanceOfCall(paymentToken, token.adminAddress)]))
  const available = readAnswer(quantity, held)
  if (available >= needed) return null
  const amount = (units: bigint) =>
    `${formatAmount(units, token.paymentDecimals ?? 0)} ${token.paymentSymbol ?? 'tokens'}`
  return `The tokenAdmin cannot fund the payment: ${amount(needed)} needed, ${amount(available)} available`
}
