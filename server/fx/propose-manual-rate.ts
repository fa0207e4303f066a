import type { SetManualRateInput } from '@/schemas/fx/contract'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import type { OperatorCtx } from '@/server/ctx'
import { formatAmount } from '@/server/money/amount'
import { createProposal } from '@/server/proposals/write-proposal'

const RATE_DECIMALS = 8

/** Proposes a rate that an operator sets. All prices use it, so a second person has to approve it. */
export async function proposeManualRate(ctx: OperatorCtx, request: SetManualRateInput): Promise<MutationOutcome> {
  const input = { ngnPerUsd: formatAmount(request.ngnPerUsdE8, RATE_DECIMALS), isConfirmed: request.isConfirmed }
  await createProposal(ctx, { act: 'rate', subject: 'NGN/USD', input, valueMinor: null })
  return { state: 'proposed' }
}
