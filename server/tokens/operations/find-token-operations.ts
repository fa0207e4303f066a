import { and, eq, inArray } from 'drizzle-orm'
import { tokenOperations, tokenPayouts, tokenSteps, tokens } from '@/db/schema'
import type { TokenOperationSummary } from '@/schemas/tokens/operations/contract'
import type { TenantCtx } from '@/server/ctx'
import { payoutStepOf } from './asset-calls'

/** The token operations of transactions, by transaction id; transactions of other kinds have no entry. */
export async function findTokenOperations(
  { db, businessId }: Pick<TenantCtx, 'db' | 'businessId'>,
  transactionIds: readonly string[],
): Promise<Map<string, TokenOperationSummary>> {
  if (transactionIds.length === 0) return new Map()
  const rows = await db
    .select({
      transactionId: tokenSteps.transactionId,
      tokenId: tokens.id,
      operationRef: tokenOperations.id,
      kind: tokenOperations.kind,
      ticker: tokens.ticker,
      detail: tokenOperations.detail,
      callData: tokenSteps.callData,
      payoutIndex: tokenPayouts.index,
    })
    .from(tokenSteps)
    .innerJoin(tokenOperations, eq(tokenOperations.id, tokenSteps.operationId))
    .innerJoin(tokens, eq(tokens.id, tokenOperations.tokenId))
    .leftJoin(tokenPayouts, eq(tokenPayouts.id, tokenOperations.payoutId))
    .where(and(eq(tokenSteps.businessId, businessId), inArray(tokenSteps.transactionId, [...transactionIds])))
  return new Map(
    rows.flatMap(({ transactionId, detail, callData, payoutIndex, ...operation }) =>
      transactionId
        ? [[transactionId, { ...operation, ...factsOf(detail), payout: payoutOf(callData, payoutIndex) }] as const]
        : [],
    ),
  )
}

function payoutOf(callData: string, index: number | null): TokenOperationSummary['payout'] {
  const step = index === null ? null : payoutStepOf(callData)
  return index === null || step === null ? null : { step, index }
}

/** Rows from before one of these fields existed lack it. */
function factsOf(detail: Record<string, unknown> | null): Pick<TokenOperationSummary, 'amount' | 'to' | 'lines'> {
  const text = (name: string) => (typeof detail?.[name] === 'string' ? String(detail[name]) : null)
  const lines = typeof detail?.lines === 'number' ? detail.lines : null
  return { amount: text('amount'), to: text('to') ?? text('from') ?? text('address'), lines }
}
