import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { deposits } from '@/db/schema'
import { bisectRows } from '@/server/alarms/bisect-rows'
import { isTransient } from '@/server/alarms/is-transient'
import { isEligibleRow, recordRowFault } from '@/server/alarms/row-faults'
import type { Chain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { flagDeposits } from '@/server/deposits/flag-deposits'
import { notifyListeners, wakeListeners } from './deposit-listeners'
import { depositReaderOf } from './deposit-reader-of'

/** The maximum number of blocks in one request and in one transaction. */
const MAX_BLOCKS = 50

/**
 * Confirms deposits whose block is final on the chain with the hash that was read, according to one endpoint. A deposit
 * whose block has another hash waits for the follower, which handles the reorg. A row that cannot be read waits for its
 * repair, without blocking others. Returns whether seen deposits may be left. Throws RpcUnavailableError, RpcError.
 */
export async function confirmDeposits(ctx: WorkerCtx, chain: Chain): Promise<boolean> {
  let above = -1n
  for (;;) {
    const blocks = await listSeen(ctx, chain, above)
    const [newest] = blocks.slice(-1)
    if (!newest) return above >= 0n
    const { finalBlock, hashes } = await depositReaderOf(chain).readFinality(
      chain,
      blocks.map((block) => block.number),
    )
    const final = blocks.filter((block, n) => block.number <= finalBlock && block.hash === hashes[n])
    if (final.length > 0)
      await bisectRows(
        final.flatMap(({ ids }) => ids),
        {
          work: confirmIds,
          isExpectedError: isTransient,
          onFault: (id, error) => recordRowFault({ noun: 'deposit', id, chainId: chain.chainId }, error, ctx.now()),
        },
      )
    if (blocks.length < MAX_BLOCKS || newest.number > finalBlock) return true
    above = newest.number
  }
}

const seenBlock = z.object({ number: z.string().transform(BigInt), hash: z.string(), ids: z.array(z.string()) })

/** The next blocks with deposits that were seen, lowest first. One number may have several blocks. */
async function listSeen({ db, now }: WorkerCtx, { chainId }: Chain, above: bigint) {
  const isEligible = isEligibleRow(sql`id`, { noun: 'deposit', now: now(), only: null })
  const rows = await db.execute(sql`
    select block_number::text as number, block_hash as hash, json_agg(id order by id) as ids from deposits
    where chain_id = ${chainId} and stage = 'seen' and block_number > ${above.toString()}::numeric and ${isEligible}
    group by 1, 2, block_number order by block_number limit ${MAX_BLOCKS}`)
  return z.array(seenBlock).parse([...rows])
}

async function confirmIds(ids: readonly string[]): Promise<void> {
  const results = await inWorker(async ({ db, now }) => {
    const confirmed = await db
      .update(deposits)
      .set({ stage: 'confirmed', confirmedAt: now(), updatedAt: now() })
      .where(and(inArray(deposits.id, [...ids]), eq(deposits.stage, 'seen')))
      .returning({ id: deposits.id })
    const confirmedIds = confirmed.map(({ id }) => id)
    await flagDeposits(db, confirmedIds, now())
    return notifyListeners((listener) => listener.confirmed(db, confirmedIds, now()))
  })
  wakeListeners(results)
}
