import { type SQL, sql } from 'drizzle-orm'
import { getAddress } from 'viem'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { walletCounters } from '@/db/schema'
import { type ChainPosition, type Cursor, moveCursor } from '@/server/chains/cursor'
import type { Chain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { flagDeposits } from '@/server/deposits/flag-deposits'
import { usdMicrosDown } from '@/server/money/usd'
import { findPrice } from '@/server/prices/find-price'
import { isKnownDatabase } from '@/server/recovery/known-database'
import { recordFirstRead } from '@/server/recovery/record-first-read'
import { noStepDue } from '@/server/recovery/steps'
import { currentTraceparent } from '@/server/tracing/trace'
import { listRestored } from '@/server/wallets/list-restored'
import { recordFirstReadBefore } from '@/server/wallets/record-first-read-before'
import { type ListenerCounts, sumCounts, wakeListeners } from './deposit-listeners'
import type { ReadBlocks } from './deposit-reader'
import type { Credit } from './find-credits'
import { revertDeposits } from './revert-deposits'

type Range = {
  credits: readonly Credit[]
  blocks: ReadBlocks['blocks']
  /** The number that was read last before them. */
  after: bigint
  cursor: Cursor
  from: Pick<ChainPosition, 'head' | 'hash'>
}

/**
 * Stores the results of a range in one transaction: deposits that were seen, those whose blocks were replaced, and how
 * far the chain was read. Either all of it is stored or the range is read again. Returns the new cursor. Throws
 * LeaseLostError, also before a recovery has added the addresses that the backup lacks.
 */
export async function storeCredits(
  ctx: WorkerCtx,
  chain: Chain,
  { credits, blocks, after, cursor, from }: Range,
): Promise<Cursor> {
  // Most blocks have no deposits: one statement then stores that they were read.
  if (credits.length === 0 && isFirstRead({ after, cursor }) && cursor.highest > 0n)
    return moveCursor(ctx.db, cursor, { from, passed: blocks, onlyIf: knowsAddresses() })
  // A price may have to be requested, and no transaction may wait for that.
  const rows = await toRows(chain, credits)
  const { counts, moved } = await inWorker(async ({ db, now }) => {
    const notices = await revertReplaced(db, chain, { blocks, after, cursor }, now())
    await putDeposits(db, chain, rows, now())
    await listRestored(
      db,
      rows.map(({ walletId }) => walletId),
    )
    await flagDeposits(
      db,
      rows.map(({ id }) => id),
      now(),
    )
    const newest = await moveCursor(db, cursor, { from, passed: blocks, onlyIf: knowsAddresses() })
    if (cursor.highest === 0n) {
      await recordFirstRead({ db }, { chainId: chain.chainId, after })
      await recordFirstReadBefore({ db }, chain, after)
    }
    return { counts: notices, moved: newest }
  })
  wakeListeners(counts)
  return moved
}

/**
 * Whether every address was known when its deposits were searched: not after a backup was restored, until the recovery
 * has added the addresses that the backup lacks. Addresses of a seed that does not open are an exception: their
 * deposits are read again once they are added.
 */
function knowsAddresses(): SQL {
  const isAnyLeft = sql`exists (select from ${walletCounters} where ${walletCounters.skippedFrom} is not null
    and ${walletCounters.depositsReadTo} is null)`
  return sql`${isKnownDatabase()} and ${noStepDue('recovery-prepared')} and not ${isAnyLeft}`
}

async function revertReplaced(
  db: Database,
  chain: Chain,
  { blocks, after, cursor }: Pick<Range, 'blocks' | 'after' | 'cursor'>,
  now: Date,
): Promise<ListenerCounts> {
  if (isFirstRead({ after, cursor })) return sumCounts([])
  const hashes = blocks.map(({ hash }) => hash)
  return revertDeposits(db, chain, { first: after + 1n, last: cursor.head, hashes }, now)
}

/** Whether nothing can be known of the blocks yet: they are above all that were ever read. */
function isFirstRead({ after, cursor }: Pick<Range, 'after' | 'cursor'>): boolean {
  return after >= cursor.highest
}

type Row = Awaited<ReturnType<typeof toRows>>[number]

async function toRows(chain: Chain, credits: readonly Credit[]) {
  const native = { address: null, symbol: chain.nativeSymbol, decimals: chain.nativeDecimals }
  const symbols = [...new Set(credits.map(({ token }) => (token ?? native).symbol))]
  const found = await Promise.all(symbols.map(async (symbol) => [symbol, await findPrice(symbol)] as const))
  const prices = new Map(found)
  const traceContext = currentTraceparent()
  return credits.map(({ wallet, token, units, from, txHash, logIndex, blockNumber, blockHash }) => {
    const { address: tokenAddress, symbol, decimals } = token ?? native
    const price = prices.get(symbol)
    return {
      ...{ id: newId(), walletId: wallet.id, businessId: wallet.businessId, projectId: wallet.projectId },
      ...{ tokenAddress, symbol, decimals, amountUnits: units.toString(), txHash, logIndex, blockHash },
      valueUsdMicros: price ? usdMicrosDown(units, decimals, price.priceE8).toString() : null,
      fromAddress: chain.chainType === 'EVM' ? getAddress(from) : from,
      blockNumber: blockNumber.toString(),
      traceContext,
    }
  })
}

async function putDeposits(db: Database, { chainId }: Chain, rows: readonly Row[], now: Date): Promise<void> {
  if (rows.length === 0) return
  await db.execute(sql`
    insert into deposits (id, business_id, project_id, wallet_id, chain_id, token_address, symbol, decimals, amount_units, value_usd_micros,
      from_address, tx_hash, log_index, block_number, block_hash, trace_context, created_at, updated_at)
    select id, "businessId", "projectId", "walletId", ${chainId}::int, "tokenAddress", symbol, decimals, "amountUnits", "valueUsdMicros",
      "fromAddress", "txHash", "logIndex", "blockNumber", "blockHash", "traceContext", ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(id uuid, "businessId" uuid, "projectId" uuid, "walletId" uuid, "tokenAddress" text,
      symbol text, decimals int, "amountUnits" numeric, "valueUsdMicros" numeric, "fromAddress" text, "txHash" text, "logIndex" int,
      "blockNumber" numeric, "blockHash" text, "traceContext" text)
    on conflict do nothing`)
}
