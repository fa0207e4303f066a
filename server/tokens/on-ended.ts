import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { type TransactionRow, tokenOperations, tokenSteps } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { faultPoint } from '@/server/fault-point'
import { codeOfRevert } from './operations/error-codes'
import { failOperations } from './operations/fail-operations'

type Ending = { chain: Chain; ended: readonly TransactionRow[]; now: Date }

/** A batch lives on without one of its calls: the lines of that one are refused. */
const BATCHES: ReadonlySet<string> = new Set(['MINT', 'REGISTER', 'REMOVE'])

/**
 * What the end of a token's transactions brings about: its step is done, and its operation goes on once our index has read the block; where it
 * failed, the operation has failed, unless other calls of a batch may still succeed.
 */
export async function endTokenSteps(db: Database, { chain, ended, now }: Ending): Promise<void> {
  const byId = new Map(ended.map((row) => [row.id, row]))
  const steps = await db
    .select()
    .from(tokenSteps)
    .where(and(inArray(tokenSteps.transactionId, [...byId.keys()]), eq(tokenSteps.status, 'OPEN')))
    .for('update')
  const failed = new Map<string, { error: string; code: string }>()
  for (const step of steps) {
    const row = byId.get(step.transactionId ?? '')
    if (!row) continue
    const isDone = row.status === 'COMPLETED'
    const { txHash, blockNumber } = row
    await db
      .update(tokenSteps)
      .set({ status: isDone ? 'DONE' : 'FAILED', txHash, blockNumber: isDone ? blockNumber : null })
      .where(eq(tokenSteps.id, step.id))
    if (!isDone) failed.set(step.operationId, toFailure(row))
  }
  faultPoint('steps-after-end')
  await failOperations(db, await ofNoBatch(db, chain, failed), now)
}

function toFailure({ error }: TransactionRow): { error: string; code: string } {
  const text = error ?? 'The transaction failed'
  return { error: text, code: codeOfRevert(text) ?? 'transaction_failed' }
}

type Failures = ReadonlyMap<string, { error: string; code: string }>

/** On Solana a coupon is one too: while some of its transactions may land, no other payment of it may begin. */
function isBatch(kind: string, chainType: Chain['chainType']): boolean {
  return BATCHES.has(kind) || (kind === 'PAY_COUPON' && chainType === 'SOLANA')
}

/** Of batches all calls have to end first: `finishOperations` says what became of them. */
async function ofNoBatch(db: Database, { chainType }: Chain, failed: Failures): Promise<Failures> {
  if (failed.size === 0) return failed
  const rows = await db
    .select({ id: tokenOperations.id, kind: tokenOperations.kind })
    .from(tokenOperations)
    .where(inArray(tokenOperations.id, [...failed.keys()]))
  const single = new Set(rows.filter(({ kind }) => !isBatch(kind, chainType)).map(({ id }) => id))
  return new Map([...failed].filter(([id]) => single.has(id)))
}
