import type { CreditInput } from '@/schemas/ledger/contract'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import { requireCustomer } from '@/server/businesses/require-customer'
import type { OperatorCtx } from '@/server/ctx'
import { koboAtLastRate } from '@/server/fx/kobo-at-last-rate'
import { formatUsd } from '@/server/money/usd'
import { mutateOrPropose } from '@/server/proposals/mutate-or-propose'
import { creditBusiness } from './credit-business'

/**
 * An operator credits a customer's balance. It is credited at once, unless all that they credited alone within a day
 * would exceed the limit: then a second person must approve. Throws not_found.
 */
export async function creditAsOperator(ctx: OperatorCtx, input: CreditInput): Promise<MutationOutcome> {
  const { businessId, micros, reason } = input
  await requireCustomer(ctx, businessId)
  const valueMinor = await koboAtLastRate(ctx, micros)
  const details = { businessId, amountUsd: formatUsd(micros), reason }
  const request = { act: 'credit', subject: businessId, input: details, valueMinor } as const
  return mutateOrPropose(ctx, { request, mutate: () => creditBusiness(ctx, input) })
}
