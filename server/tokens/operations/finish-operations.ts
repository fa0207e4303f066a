import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenEvents, tokenItems, tokenOperations, tokenSteps, tokens, tokenWallets } from '@/db/schema'
import type { OperationKind } from '@/schemas/tokens/words'
import type { Chain } from '@/server/chains/registry'
import { faultPoint } from '@/server/fault-point'
import { recordPaid } from '@/server/tokens/solana/record-paid'
import { investorKeyOf } from './asset-calls'
import { codeOfReason } from './error-codes'
import { failOperations } from './fail-operations'
import { failLines, findFailureCode } from './failure-codes'
import type { OperationRow } from './plan'
import { publishOperationEvents } from './publish-operation-events'

type Finishing = {
  chain: Chain
  /** The last block that our index has read. */
  upTo: bigint
  now: Date
  /** Present if only this token was read. */
  tokenId?: string
}
const FAILED = 'The transaction failed'

type Finished = {
  /** The number written to the outbox. */
  messages: number
  /** Whether an operation waits for its next batch; the caller wakes its worker after the commit. */
  hasMore: boolean
}

/** Kinds with an outcome for each line. */
const BATCHES: ReadonlySet<OperationKind> = new Set(['MINT', 'REGISTER', 'REMOVE'])
/**
 * Kinds that may need several batches: `advanceOperations` plans the next one from the index. Solana pays a coupon in
 * one batch.
 */
const IN_BATCHES: ReadonlySet<OperationKind> = new Set(['DEPLOY', 'PAY_COUPON', 'CALL'])

/**
 * Ends the operations of a chain whose transactions are all in blocks that our index has read, so that a reader of the
 * outcome also sees its effects. Call it in the transaction that stores those blocks.
 */
export async function finishOperations(db: Database, finishing: Finishing): Promise<Finished> {
  const { now } = finishing
  const rows = await findEnded(db, finishing)
  const { chainType } = finishing.chain
  const failed = await findFailed(
    db,
    rows.filter(({ kind }) => !isBatch(kind, chainType)),
    chainType,
  )
  const going = rows.filter(({ id }) => !failed.has(id))
  const isInBatches = ({ kind }: OperationRow) => IN_BATCHES.has(kind) && (kind === 'DEPLOY' || chainType === 'EVM')
  const batches = going.filter(isInBatches).map(({ id }) => id)
  if (batches.length > 0)
    await db
      .update(tokenOperations)
      .set({ nextAttemptAt: now })
      .where(and(inArray(tokenOperations.id, batches), isNull(tokenOperations.nextAttemptAt)))
  let messages = 0
  // In the order of their requests, which is also the order of their events.
  for (const row of rows) {
    const failure = failed.get(row.id)
    if (failure) messages += await failOperations(db, new Map([[row.id, failure]]), now)
    else if (!isInBatches(row)) messages += await endWithItems(db, { row, chainType, now })
  }
  faultPoint('operation-after-end')
  return { messages, hasMore: batches.length > 0 }
}

/**
 * Whether an operation continues after the failure of one of its calls. On Solana a coupon does, because each
 * transaction pays other holders.
 */
function isBatch(kind: OperationKind, chainType: Chain['chainType']): boolean {
  return BATCHES.has(kind) || (kind === 'PAY_COUPON' && chainType === 'SOLANA')
}

/**
 * The operations with a failed call, with the reason. The effects of their other calls stay, and a repeated request
 * does not repeat them.
 */
async function findFailed(db: Database, rows: readonly OperationRow[], chainType: Chain['chainType']) {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return new Map<string, { error: string; code: string }>()
  const steps = await db
    .select({ id: tokenSteps.operationId, error: tokenSteps.error })
    .from(tokenSteps)
    .where(and(inArray(tokenSteps.operationId, ids), eq(tokenSteps.status, 'FAILED')))
  const failed = new Map<string, { error: string; code: string }>()
  for (const row of rows) {
    const step = steps.findLast(({ id }) => id === row.id)
    if (!step) continue
    const error = step.error ?? FAILED
    failed.set(row.id, { error, code: await findFailureCode(db, { row, chainType, error }) })
  }
  return failed
}

/** Open operations without a step that is in progress or beyond the index. Locks them until the transaction ends. */
function findEnded(db: Database, { chain: { chainId }, upTo, tokenId }: Finishing): Promise<OperationRow[]> {
  return db
    .select()
    .from(tokenOperations)
    .where(
      and(
        eq(tokenOperations.status, 'PENDING'),
        isNull(tokenOperations.nextAttemptAt),
        tokenId === undefined ? undefined : eq(tokenOperations.tokenId, tokenId),
        inArray(
          tokenOperations.tokenId,
          db
            .select({ id: tokens.id })
            .from(tokens)
            .where(and(eq(tokens.chainId, chainId), eq(tokens.needsRebuild, false))),
        ),
        sql`exists (select 1 from token_steps s where s.operation_id = ${tokenOperations.id})`,
        sql`not exists (select 1 from token_steps s where s.operation_id = ${tokenOperations.id}
          and (s.status in ('WAITING', 'OPEN') or s.block_number > ${upTo.toString()}::numeric))`,
      ),
    )
    .orderBy(tokenOperations.id)
    .for('update')
}

type Ending = { row: OperationRow; chainType: Chain['chainType']; now: Date }

/**
 * Ends an operation with lines after storing the outcome of each. It fails if no line succeeded. Returns the number of
 * messages written to the outbox.
 */
async function endWithItems(db: Database, { row, chainType, now }: Ending): Promise<number> {
  const steps = await db.select().from(tokenSteps).where(eq(tokenSteps.operationId, row.id))
  const { tokenId } = row
  for (const step of steps) {
    const { status, txHash, firstLine, lineCount } = step
    if (lineCount === 0) continue
    if (status === 'FAILED') {
      await failLines(db, { row, chainType, step })
      continue
    }
    const ofStep = and(
      eq(tokenItems.operationId, row.id),
      eq(tokenItems.status, 'PENDING'),
      sql`${tokenItems.line} between ${firstLine} and ${firstLine + lineCount - 1}`,
    )
    for (const { line, code } of await readRefused(db, { tokenId, txHash })) {
      const refused = and(eq(tokenItems.operationId, row.id), eq(tokenItems.line, firstLine + line))
      await db.update(tokenItems).set({ status: 'FAILED', code }).where(refused)
    }
    await db.update(tokenItems).set({ status: 'COMPLETED' }).where(ofStep)
  }
  if (row.kind === 'REGISTER') {
    await nameInvestors(db, row)
    await forgetUnregistered(db, row)
  }
  const published = row.kind === 'PAY_COUPON' ? await recordPaid(db, row, now) : 0
  const done = await isAnyDone(db, row.id, steps)
  if (!done) {
    const failed = steps.find(({ status }) => status === 'FAILED')
    const error = failed ? (failed.error ?? FAILED) : 'The token refused every line'
    const code = (await findFirstCode(db, row.id)) ?? (await findFailureCode(db, { row, chainType, error }))
    return failOperations(db, new Map([[row.id, { error, code }]]), now)
  }
  const [ended] = await db
    .update(tokenOperations)
    .set({ status: 'COMPLETED', endedAt: now, updatedAt: now })
    .where(and(eq(tokenOperations.id, row.id), eq(tokenOperations.status, 'PENDING')))
    .returning()
  return published + (ended ? await publishOperationEvents(db, [ended], now) : 0)
}

/** The code of the first line that failed for its own reason; null if there is none. */
async function findFirstCode(db: Database, operationId: string): Promise<string | null> {
  const [item] = await db
    .select({ code: tokenItems.code })
    .from(tokenItems)
    .where(and(eq(tokenItems.operationId, operationId), ne(tokenItems.code, 'transaction_failed')))
    .orderBy(tokenItems.line)
    .limit(1)
  return item?.code ?? null
}

/** The lines of a call that the token refused, with their codes, from its events. */
async function readRefused(db: Database, { tokenId, txHash }: { tokenId: string; txHash: string | null }) {
  if (txHash === null) return []
  const { name, args } = tokenEvents
  const events = await db
    .select({ args })
    .from(tokenEvents)
    .where(and(eq(tokenEvents.tokenId, tokenId), eq(tokenEvents.txHash, txHash), eq(name, 'LineRefused')))
  return events.map(({ args: { line, reason } }) => ({
    line: Number(line),
    code: codeOfReason(String(reason)) ?? 'transaction_failed',
  }))
}

async function isAnyDone(db: Database, operationId: string, steps: readonly { status: string }[]): Promise<boolean> {
  const [item] = await db.select().from(tokenItems).where(eq(tokenItems.operationId, operationId)).limit(1)
  if (!item) return steps.every(({ status }) => status === 'DONE')
  const [done] = await db
    .select({ line: tokenItems.line })
    .from(tokenItems)
    .where(and(eq(tokenItems.operationId, operationId), eq(tokenItems.status, 'COMPLETED')))
    .limit(1)
  return done !== undefined
}

/** If two requests registered one wallet at the same time, the chain accepted one: the wallet gets that investor. */
async function nameInvestors(db: Database, { id, tokenId }: OperationRow): Promise<void> {
  const rows = await db
    .select({ address: tokenItems.address, investorId: tokenItems.investorId, investorKey: tokenWallets.investorKey })
    .from(tokenItems)
    .innerJoin(tokenWallets, and(eq(tokenWallets.tokenId, tokenId), eq(tokenWallets.address, tokenItems.address)))
    .where(
      and(
        eq(tokenItems.operationId, id),
        eq(tokenItems.status, 'COMPLETED'),
        sql`${tokenWallets.investorId} is distinct from ${tokenItems.investorId}`,
      ),
    )
  for (const { address, investorId, investorKey } of rows) {
    if (investorId === null || investorKey !== investorKeyOf(tokenId, investorId)) continue
    await db
      .update(tokenWallets)
      .set({ investorId, label: '', country: '' })
      .where(and(eq(tokenWallets.tokenId, tokenId), eq(tokenWallets.address, address)))
  }
}

/** Deletes wallets that this operation did not register and that no later operation registers. */
async function forgetUnregistered(db: Database, { id, tokenId, createdAt }: OperationRow): Promise<void> {
  await db.delete(tokenWallets).where(
    and(
      eq(tokenWallets.tokenId, tokenId),
      eq(tokenWallets.isRegistered, false),
      eq(tokenWallets.balanceUnits, 0n),
      // A removed wallet keeps its freeze.
      eq(tokenWallets.isFrozen, false),
      lt(tokenWallets.updatedAt, sql`${createdAt.toISOString()}::timestamptz + interval '1 millisecond'`),
      inArray(
        tokenWallets.address,
        db.select({ address: tokenItems.address }).from(tokenItems).where(eq(tokenItems.operationId, id)),
      ),
    ),
  )
}
