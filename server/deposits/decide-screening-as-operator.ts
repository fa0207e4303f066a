import { eq, sql } from 'drizzle-orm'
import { chains, deposits } from '@/db/schema'
import type { DecideScreeningInput, DepositClearance } from '@/schemas/deposits/contract'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { koboAtLastRate } from '@/server/fx/kobo-at-last-rate'
import { formatAmount } from '@/server/money/amount'
import { findOpenProposal } from '@/server/proposals/decide-proposal'
import { mutateOrPropose } from '@/server/proposals/mutate-or-propose'
import { decideScreening, requireUndecided } from './decide-screening'

/**
 * An operator decides about a deposit that the platform's list flagged. To clear it releases money: once all that one
 * operator cleared within a day would be above the limit, or the value is unknown, a second one has to agree, here or
 * on Proposals. Throws not_found, forbidden, conflict.
 */
export async function decideScreeningAsOperator(
  ctx: OperatorCtx,
  input: DecideScreeningInput,
): Promise<MutationOutcome> {
  const { depositId, decision, note } = input
  if (decision === 'KEPT') {
    await decideScreening(ctx, { ...input, list: 'OPERATOR', businessId: undefined })
    return { state: 'done' }
  }
  await lockClearance(ctx, depositId)
  const { valueMinor, ...described } = await readDeposit(ctx, depositId)
  const clearance: DepositClearance = { depositId, note, ...described }
  const about = { act: 'clear_deposit', subject: described.businessId } as const
  // An approval on Proposals locks the proposal before the flag: here too.
  const open = await findOpenProposal(ctx, { ...about, input: { depositId } })
  await requireUndecided(ctx, { ...input, list: 'OPERATOR', businessId: undefined })
  const request = { ...about, input: clearance, valueMinor }
  return mutateOrPropose(ctx, { request, open, mutate: () => clearDeposit(ctx, clearance) })
}

/** Serializes decisions to clear a deposit: each sees the proposal of the one before. */
async function lockClearance({ db }: OperatorCtx, depositId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`clearance ${depositId}`}, 0))`)
}

/** Clears the flag. Throws not_found, and conflict if it was cleared meanwhile. */
export function clearDeposit(ctx: OperatorCtx, { depositId, note }: DepositClearance): Promise<void> {
  return decideScreening(ctx, { depositId, note, decision: 'CLEARED', list: 'OPERATOR', businessId: undefined })
}

/** A text about the deposit, and its value in kobo; null if it is unknown. Testnet funds have no value. */
async function readDeposit(ctx: OperatorCtx, depositId: string) {
  const [row] = await ctx.db
    .select({ deposit: deposits, chainName: chains.name, network: chains.network })
    .from(deposits)
    .innerJoin(chains, eq(chains.chainId, deposits.chainId))
    .where(eq(deposits.id, depositId))
  if (!row) throw notFound('Deposit')
  const { businessId, amountUnits, decimals, symbol, valueUsdMicros } = row.deposit
  const value = valueUsdMicros === null ? null : await koboAtLastRate(ctx, valueUsdMicros)
  const valueMinor = row.network === 'MAINNET' ? value : 0n
  return { businessId, amount: formatAmount(amountUnits, decimals), symbol, chainName: row.chainName, valueMinor }
}
