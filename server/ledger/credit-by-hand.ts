import { desc, eq } from 'drizzle-orm'
import { fxRates } from '@/db/schema'
import type { CreditInput } from '@/schemas/ledger/contract'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import { requireCustomer } from '@/server/businesses/require-customer'
import type { OperatorCtx } from '@/server/ctx'
import { koboOfUsdUp } from '@/server/money/fx'
import { formatUsd } from '@/server/money/usd'
import { isAboveLimit } from '@/server/proposals/needs-second-person'
import { createProposal, recordSoloMutation, sumSoloMutations } from '@/server/proposals/write-proposal'
import { creditBusiness } from './credit-business'

/**
 * An operator wants money in a customer's balance. It is there at once, unless all they credited alone within a day
 * would be above the limit: then a second person has to agree. Throws not_found.
 */
export async function creditByHand(ctx: OperatorCtx, input: CreditInput): Promise<MutationOutcome> {
  const { businessId, micros, reason } = input
  await requireCustomer(ctx, businessId)
  const before = await sumSoloMutations(ctx, 'credit')
  const valueMinor = await koboOf(ctx, micros)
  const kept = { businessId, amountUsd: formatUsd(micros), reason }
  const request = { act: 'credit', subject: businessId, input: kept, valueMinor } as const
  if (isAboveLimit(valueMinor === null ? null : before + valueMinor)) {
    await createProposal(ctx, request)
    return { state: 'proposed' }
  }
  await creditBusiness(ctx, input)
  await recordSoloMutation(ctx, request)
  return { state: 'done' }
}

/** At the rate accepted last, however old: a limit needs no fresh one. Null where there never was one. */
async function koboOf({ db }: OperatorCtx, micros: bigint): Promise<bigint | null> {
  const [last] = await db
    .select({ ngnPerUsdE8: fxRates.ngnPerUsdE8 })
    .from(fxRates)
    .where(eq(fxRates.status, 'accepted'))
    .orderBy(desc(fxRates.id))
    .limit(1)
  return last ? koboOfUsdUp(micros, last.ngnPerUsdE8) : null
}
