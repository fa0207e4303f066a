import type { SetManualRateInput } from '@/schemas/fx/contract'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import type { OperatorCtx } from '@/server/ctx'
import { formatAmount } from '@/server/money/amount'
import { propose } from '@/server/proposals/write-proposal'

const RATE_DECIMALS = 8

/**
 * An operator wants a rate of their own. Everything is priced at it, so that nobody can say what it is worth: a second
 * person has to agree.
 */
export async function proposeManualRate(ctx: OperatorCtx, request: SetManualRateInput): Promise<MutationOutcome> {
  const input = { ngnPerUsd: formatAmount(request.ngnPerUsdE8, RATE_DECIMALS), isConfirmed: request.isConfirmed }
  await propose(ctx, { act: 'rate', subject: 'NGN/USD', input, valueMinor: null })
  return { state: 'proposed' }
}
