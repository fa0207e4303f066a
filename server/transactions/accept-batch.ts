import { sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import type { Claim } from '@/server/api/endpoint'
import type { TenantCtx } from '@/server/ctx'
import { ApiError, refusal } from '@/server/errors'
import { faultPoint } from '@/server/fault-point'
import { approvalOfTotal } from '@/server/policies/enforce-policy'
import type { RefusalCode } from '@/server/refusals/refusals'
import { acceptEach } from './accept-transaction'
import type { BatchAnswer, BatchLine } from './batch-contract'
import type { Intent } from './intent'
import { requestName } from './intent-id'
import type { BatchInput } from './prepare/batch-body'
import { type PreparedLine, refusedLine } from './prepare/prepare-batch'
import { type PreparedTransfer, transferIntent } from './prepare/prepare-transfer'
import { findUnderReference } from './tags'

type Batch = { input: BatchInput; prepared: readonly PreparedLine[]; claim: Claim | null }

/**
 * Accepts the lines of a batch in the caller's transaction, one after the other like single transfers, so that a crash
 * leaves all of them or none. Returns the outcomes in the order of the lines; a refused line takes nothing from later
 * ones.
 */
export async function acceptBatch(ctx: TenantCtx, { input, prepared, claim }: Batch): Promise<BatchAnswer> {
  // Lines wait for references of other batches: two at once would wait for each other's.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`batches ${ctx.projectId}`}, 0))`)
  const batchId = newId()
  const lines: BatchLine[] = []
  const doubled = referencesGivenTwice(input)
  const ready: { index: number; intent: Intent }[] = []
  for (const [index, line] of prepared.entries()) {
    const { reference } = input.transfers[index] ?? {}
    if (reference !== undefined && doubled.has(reference)) {
      lines[index] = refused(index, reference, refusal('duplicate_reference', { param: 'reference' }))
      continue
    }
    if (line instanceof ApiError) lines[index] = await madeBefore(ctx, input, index, line)
    else ready.push({ index, intent: { ...(await intentOf(ctx, line, claim, index)), batchId } })
  }
  await ctx.db.execute(sql`savepoint batch`)
  const intents = ready.map(({ intent }) => intent)
  const effects: Parameters<TenantCtx['afterCommit']>[0][] = []
  const collecting = { ...ctx, afterCommit: (effect: (typeof effects)[number]) => void effects.push(effect) }
  const outcomes = await acceptEach(collecting, intents, await approvalOfTotal(ctx, totalOf(intents)))
  for (const [n, { index }] of ready.entries()) {
    const outcome = outcomes[n]
    if (!outcome) throw new Error('a line has no outcome')
    const reference = input.transfers[index]?.reference
    lines[index] =
      outcome instanceof Error
        ? await madeBefore(ctx, input, index, outcome)
        : { index, reference, status: 'ACCEPTED', transactionId: outcome.id }
  }
  const isRefused = input.allOrNothing && lines.some(({ status }) => status === 'REFUSED')
  if (isRefused) await ctx.db.execute(sql`rollback to savepoint batch`)
  else for (const effect of effects) ctx.afterCommit(effect)
  faultPoint('batch-after-lines')
  return answer(batchId, isRefused ? lines.map(toNotAttempted) : lines)
}

function answer(batchId: string, lines: BatchLine[]): BatchAnswer {
  const count = (expected: BatchLine['status']) => lines.filter(({ status }) => status === expected).length
  return { batchId, accepted: count('ACCEPTED'), existing: count('EXISTING'), refused: count('REFUSED'), lines }
}

function toNotAttempted(line: BatchLine): BatchLine {
  const { index, reference } = line
  return line.status === 'ACCEPTED' ? { index, reference, status: 'NOT_ATTEMPTED' } : line
}

/**
 * The result for a line that cannot be accepted: the transaction that an earlier request made under its reference, else
 * the refusal.
 */
async function madeBefore(ctx: TenantCtx, input: BatchInput, index: number, error: Error): Promise<BatchLine> {
  const line = input.transfers[index]
  if (!line) throw new Error('there is no such line')
  try {
    const transactionId = await findUnderReference(ctx, 'TRANSFER', line)
    if (transactionId === null) throw error
    return { index, reference: line.reference, status: 'EXISTING', transactionId }
  } catch (cause) {
    return refused(index, line.reference, refusedLine(cause))
  }
}

function refused(
  index: number,
  reference: string | undefined,
  { reason, param, message, errors }: ApiError,
): BatchLine {
  return {
    index,
    reference,
    status: 'REFUSED',
    code: reason,
    param: param ?? paramOf(reason),
    message: errors?.[0] ?? message,
  }
}

/** The field of each refusal, the same as for a single transfer. */
const LINE_PARAMS: Partial<Record<RefusalCode, string>> = {
  wallet_not_found: 'fromAddress',
  wallet_foreign: 'fromAddress',
  wallet_deactivated: 'fromAddress',
  chain_unavailable: 'chainId',
  testnets_only: 'chainId',
  address_blocked: 'toAddress',
  policy_recipient: 'toAddress',
  policy_limit: 'amount',
  token_takes_fee: 'tokenAddress',
}

function paramOf(reason: ApiError['reason']): string | undefined {
  return reason && LINE_PARAMS[reason]
}

function referencesGivenTwice({ transfers }: BatchInput): Set<string> {
  const seen = new Set<string>()
  return new Set(
    transfers.flatMap(({ reference }) => {
      if (reference === undefined) return []
      if (seen.has(reference)) return [reference]
      seen.add(reference)
      return []
    }),
  )
}

/**
 * The intent id follows from the request and the index of the line, so that the chain refuses a repetition of each
 * line.
 */
async function intentOf(ctx: TenantCtx, line: PreparedTransfer, claim: Claim | null, index: number): Promise<Intent> {
  const ofLine = claim && { operation: claim.operation, key: `${claim.key} ${index}` }
  const { intentId } = await requestName(ctx, ofLine)
  return transferIntent(line, { idempotencyKey: claim?.key ?? null, intentId })
}

function totalOf(intents: readonly Intent[]): bigint {
  return intents.reduce((sum, { quote }) => sum + (quote.valueUsdMicros ?? 0n), 0n)
}
