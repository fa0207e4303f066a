import { and, asc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { chainCursors, tokenPayouts, tokens, tokenWallets } from '@/db/schema'
import { isTransient } from '@/server/alarms/is-transient'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import { type Chain, findChain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { recordUnknownError } from '@/server/record-unknown-error'
import type { TokenRow } from '@/server/tokens/operations/plan'
import { solanaDifferences } from '@/server/tokens/solana/solana-differences'
import { type IndexedAsset, readAssetAt } from './read-asset-at'

/** The number of wallets of a token that are compared each time, chosen at random. */
const SAMPLE = 50
/** If the index advances during a comparison, the two sides are of different blocks, and it is repeated. */
const TRIES = 5

/**
 * Compares our index with the chain at the block of the index: supply, holders, pause, coupons, and the balances of
 * some wallets. On Solana, it checks whether the known wallets hold the whole supply. A token that differs has an alarm
 * until it agrees again. Returns how many differ.
 */
export async function watchTokens(ctx: WorkerCtx): Promise<number> {
  let differing = 0
  for (const { id, chainId } of await findLive(ctx.db)) {
    const chain = await findChain(chainId)
    if (!chain || chain.rpcUrls.length === 0) continue
    try {
      const differences = await (chain.chainType === 'SOLANA'
        ? compareSolana(ctx, chain, id)
        : compare(ctx.db, chain, id))
      if (differences === null) continue
      const cause = { kind: 'token_index_differs', chainId, subject: id } as const
      if (differences.length === 0) await closeAlarm(ctx.db, cause)
      else
        await raiseAlarm(ctx.db, { ...cause, message: `Our index of token ${id} differs: ${differences.join('; ')}` })
      if (differences.length > 0) differing += 1
    } catch (error) {
      // A token that cannot be compared now does not stop the others.
      if (error instanceof Error && !isTransient(error)) recordUnknownError(error, `comparison of token ${id}`)
    }
  }
  return differing
}

function findLive(db: Database): Promise<{ id: string; chainId: number }[]> {
  return db
    .select({ id: tokens.id, chainId: tokens.chainId })
    .from(tokens)
    .where(and(isNotNull(tokens.deployedBlock), ne(tokens.status, 'FAILED')))
    .orderBy(asc(tokens.id))
}

async function compareSolana({ db, now }: WorkerCtx, chain: Chain, tokenId: string): Promise<string[] | null> {
  const [token] = await db.select().from(tokens).where(eq(tokens.id, tokenId))
  return token ? solanaDifferences(db, chain, { token, now: now() }) : null
}

/** The differences; null if the index kept advancing. */
async function compare(db: Database, chain: Chain, tokenId: string): Promise<string[] | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const indexed = await readIndex(db, tokenId)
    if (!indexed) return null
    // The index advanced during the read, so its parts are of two blocks.
    if ((await readBlock(db, indexed.token)) !== indexed.block) continue
    const differences = await differencesOf(chain, indexed)
    if ((await readBlock(db, indexed.token)) === indexed.block || differences.length === 0) return differences
  }
  return null
}

async function readIndex(db: Database, tokenId: string): Promise<IndexedAsset | null> {
  const [row] = await db.select().from(tokens).where(eq(tokens.id, tokenId))
  if (!row) return null
  const block = await readBlock(db, row)
  // Read again after the block number: all later reads are of that block if the index has not advanced.
  const [token] = await db.select().from(tokens).where(eq(tokens.id, tokenId))
  if (!token) return null
  if (block === null || token.deployedBlock === null || block < token.deployedBlock) return null
  const payouts = await db
    .select()
    .from(tokenPayouts)
    .where(and(eq(tokenPayouts.tokenId, tokenId), inArray(tokenPayouts.status, ['FUNDED', 'PAYING', 'PAID'])))
  const wallets = await db
    .select({ address: tokenWallets.address, units: tokenWallets.balanceUnits })
    .from(tokenWallets)
    .where(and(eq(tokenWallets.tokenId, tokenId), gt(tokenWallets.balanceUnits, 0n)))
    .orderBy(sql`random()`)
    .limit(SAMPLE)
  return { block, token, payouts, sample: new Map(wallets.map(({ address, units }) => [address, units])) }
}

async function readBlock(db: Database, { chainId }: TokenRow): Promise<bigint | null> {
  const [cursor] = await db
    .select({ block: chainCursors.blockNumber })
    .from(chainCursors)
    .where(and(eq(chainCursors.chainId, chainId), eq(chainCursors.consumer, 'tokens')))
  return cursor?.block ?? null
}

async function differencesOf(chain: Chain, indexed: IndexedAsset): Promise<string[]> {
  const { token, payouts, sample } = indexed
  const onChain = await readAssetAt(chain, indexed)
  const differenceOf = (label: string, ours: unknown, theirs: unknown) =>
    String(ours) === String(theirs) ? [] : [`${label} is ${ours} here and ${theirs} on chain`]
  const isLive = token.status === 'ACTIVE' || token.status === 'PAUSED'
  return [
    ...differenceOf('the supply', token.totalSupplyUnits, onChain.supply),
    ...differenceOf('the number of holders', token.holderCount, onChain.holders),
    ...(isLive ? differenceOf('whether it is paused', token.status === 'PAUSED', onChain.isPaused) : []),
    ...[...sample].flatMap(([address, units]) =>
      differenceOf(`the balance of ${address}`, units, onChain.balances.get(address)),
    ),
    ...payouts.flatMap(({ index, paidUnits }) =>
      differenceOf(`what payout ${index} gave`, paidUnits, onChain.paid.get(index)),
    ),
  ]
}
