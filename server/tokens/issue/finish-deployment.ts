import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { tokenOperations, tokenPayouts, tokenSteps, tokens, transactionAttempts } from '@/db/schema'
import { tokensDue, webhooksDue } from '@/inngest/events'
import { bytes, quantity } from '@/server/chains/evm/read-latest-quantities'
import { readBlockTimes } from '@/server/chains/follow/find-block-at'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import { findMint } from '@/server/chains/solana/find-mint'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { dayOf } from '@/server/tokens/chain-day'
import { readMissedEvents } from '@/server/tokens/follow/read-missed-events'
import { storeMissedEvents } from '@/server/tokens/follow/store-tokens'
import { readIndexedBlock } from '@/server/tokens/holders/read-indexed-block'
import type { OperationRow, TokenRow } from '@/server/tokens/operations/plan'
import { publishOperationEvents } from '@/server/tokens/operations/publish-operation-events'
import { scheduleOf } from '@/server/tokens/payouts/schedule-of'
import { wake } from '@/server/waking/wake'

type Deployed = { row: OperationRow; token: TokenRow; chain: Chain }

/**
 * Ends a deployment whose transaction is final. If the contract exists, even if another account deployed it, the token
 * is ACTIVE from the day of that block, and its coupons are planned. Throws failed if there is no contract,
 * unavailable.
 */
export async function finishDeployment(ctx: WorkerCtx, { row, token, chain }: Deployed): Promise<void> {
  const [step] = await ctx.db.select().from(tokenSteps).where(eq(tokenSteps.operationId, row.id))
  if (!step?.blockNumber) throw new Error(`deployment ${row.id} has no block`)
  const block = step.blockNumber
  if (!(await isDeployed(chain, token.contractAddress, block)))
    throw refusal('transaction_failed', { message: 'The contract is not where it was to be' })
  const [seconds = 0] = await readFromChain(() => readBlockTimes(chain, [block]))
  // On Solana the follower finds the holders that it does not know.
  if (chain.chainType === 'EVM' && (await wasFound(ctx, step))) await readMissed(ctx, { token, chain, from: block })
  const issueDate = dayOf(seconds)
  const messages = await inWorker(async ({ db, now }) => {
    const [ended] = await db
      .update(tokenOperations)
      .set({ status: 'COMPLETED', nextAttemptAt: null, endedAt: now(), updatedAt: now() })
      .where(and(eq(tokenOperations.id, row.id), eq(tokenOperations.status, 'PENDING')))
      .returning()
    if (!ended) return 0
    await db
      .update(tokens)
      .set({ status: sql`case when status = 'PENDING' then 'ACTIVE' else status end`, issueDate, deployedBlock: block })
      .where(eq(tokens.id, token.id))
    await addSchedule(db, { ...token, issueDate })
    return publishOperationEvents(db, [ended], now())
  })
  if (messages > 0) wake(webhooksDue, {})
  wake(tokensDue, { chainId: chain.chainId })
}

/** Whether a recovery found the deployment on the chain: then it may be older than its token here. */
async function wasFound({ db }: WorkerCtx, { transactionId }: typeof tokenSteps.$inferSelect): Promise<boolean> {
  const isFound = and(
    eq(transactionAttempts.transactionId, transactionId ?? ''),
    eq(transactionAttempts.reason, 'found'),
  )
  return (await db.$count(transactionAttempts, isFound)) > 0
}

/** Stores the events of a token from before the platform followed it again. Throws unavailable. */
async function readMissed(
  { db }: WorkerCtx,
  { token, chain, from }: { token: TokenRow; chain: Chain; from: bigint },
): Promise<void> {
  const upTo = BigInt(await readIndexedBlock(db, token))
  for await (const events of readMissedEvents(chain, token, { from, upTo }))
    await inWorker((ctx) => storeMissedEvents(ctx.db, token.id, events))
}

/** Throws unavailable if the node does not have the block of the deployment yet; another node is tried later. */
async function isDeployed(chain: Chain, address: string, block: bigint): Promise<boolean> {
  if (chain.chainType === 'SOLANA') return (await readFromChain(() => findMint(chain, address))) !== null
  const calls = [
    { method: 'eth_getCode', params: [address, 'latest'] },
    { method: 'eth_blockNumber', params: [] },
  ]
  const [code, head] = await readFromChain(() => callRpcBatch(chain, calls))
  if (readAnswer(bytes, code) !== '0x') return true
  if (readAnswer(quantity, head) < block) throw refusal('chain_unreachable')
  return false
}

const ROWS_PER_INSERT = 200

/** Stores every coupon of a deployed token, once; a token without coupons has none. */
async function addSchedule(db: Database, token: TokenRow & { issueDate: string }): Promise<void> {
  const { id: tokenId, businessId } = token
  const rows = scheduleOf(token).map((coupon) => ({ id: newId(), businessId, tokenId, ...coupon }))
  for (let first = 0; first < rows.length; first += ROWS_PER_INSERT)
    await db
      .insert(tokenPayouts)
      .values(rows.slice(first, first + ROWS_PER_INSERT))
      .onConflictDoNothing()
}
