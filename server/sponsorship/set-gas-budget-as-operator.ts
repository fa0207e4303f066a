import { eq, sql } from 'drizzle-orm'
import { chains } from '@/db/schema'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import { type GasBudgetRaise, type SetGasBudgetInput, setGasBudgetInput } from '@/schemas/sponsorship/contract'
import { requireCustomer } from '@/server/businesses/require-customer'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { formatUsd } from '@/server/money/usd'
import { createProposal } from '@/server/proposals/write-proposal'
import { dailyBudget, plannedBudget } from './find-daily-budget'
import { setGasBudget } from './set-gas-budget'

/**
 * Sets the daily budget of a customer's sponsored gas on a chain. The platform pays it, so raising it on a mainnet
 * needs a second person. Throws not_found.
 */
export async function setGasBudgetAsOperator(ctx: OperatorCtx, input: SetGasBudgetInput): Promise<MutationOutcome> {
  const { businessId, chainId, dailyUsd: micros, reason } = input
  await requireCustomer(ctx, businessId)
  const [chain] = await ctx.db.select().from(chains).where(eq(chains.chainId, chainId))
  if (!chain) throw notFound('Chain')
  const { current, planned } = await readBudgets(ctx, input)
  const newMicros = micros ?? planned
  if (chain.network === 'MAINNET' && newMicros > current) {
    const figures = { formerUsd: formatUsd(current), dailyUsd: formatUsd(newMicros), isPlans: micros === null }
    const raise: GasBudgetRaise = { businessId, chainId, chainName: chain.name, ...figures, reason }
    await createProposal(ctx, { act: 'gas_budget', subject: businessId, input: raise, valueMinor: null })
    return { state: 'proposed' }
  }
  await setGasBudget(ctx, input)
  return { state: 'done' }
}

/** The second person agreed. Throws failed if the figure has changed since the request. */
export async function raiseGasBudget(ctx: OperatorCtx, raise: GasBudgetRaise): Promise<void> {
  const { current, planned } = await readBudgets(ctx, raise)
  if (formatUsd(current) !== raise.formerUsd || (raise.isPlans && formatUsd(planned) !== raise.dailyUsd)) {
    throw new ApiError('failed', 'The budget has changed meanwhile')
  }
  await setGasBudget(ctx, setGasBudgetInput.parse({ ...raise, dailyUsd: raise.isPlans ? '' : raise.dailyUsd }))
}

/** In micro-dollars: the current budget, and the budget without an operator's figure. */
async function readBudgets(
  { db }: OperatorCtx,
  { businessId, chainId }: Pick<SetGasBudgetInput, 'businessId' | 'chainId'>,
): Promise<{ current: bigint; planned: bigint }> {
  const business = sql`${businessId}::uuid`
  const [row] = await db.execute<{ current: string; planned: string }>(sql`
    select ${dailyBudget(business, sql`${chainId}::int`)}::text as current, ${plannedBudget(business)}::text as planned`)
  return { current: BigInt(row?.current ?? 0), planned: BigInt(row?.planned ?? 0) }
}
