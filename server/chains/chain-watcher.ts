import { sql } from 'drizzle-orm'
import { chainHeads } from '@/db/schema'
import type { Cause, Watcher } from '@/server/alarms/watcher'
import type { WorkerCtx } from '@/server/ctx'
import { findHeadProblem } from './find-head-problem'
import { type Chain, listChains } from './registry'
import { callEveryEndpoint } from './rpc'

/** The time that other endpoints have after the first answer, so that one that hangs does not delay the watch. */
const MAX_WAIT_MS = 2_000

/** Asks every served chain for its newest block and writes down when it last changed. */
export const chainWatcher: Watcher = {
  name: 'chains',
  kinds: ['chain_stalled', 'chain_unreachable'],
  works: ['pump-chain', 'follow-deposits', 'follow-events', 'follow-tokens'],
  async findCauses(ctx) {
    const served = (await listChains()).filter(({ rpcUrls }) => rpcUrls.length > 0)
    const causes = await Promise.all(served.map((chain) => watchHead(ctx, chain)))
    return causes.flatMap((cause) => cause ?? [])
  },
}

async function watchHead({ db, now }: WorkerCtx, chain: Chain): Promise<Cause | null> {
  const responses = await callEveryEndpoint(chain, [], MAX_WAIT_MS)
  const heads = responses.flatMap(({ head }) => (head === null ? [] : [head]))
  const at = now()
  const [head = null] = heads.toSorted((one, other) => (one < other ? 1 : -1))
  // Any other number shows that the node works, a lower one too: a local chain may restart from zero.
  const isNew = sql`excluded.block_number is not null and excluded.block_number is distinct from ${chainHeads.blockNumber}`
  const [row] = await db
    .insert(chainHeads)
    .values({ chainId: chain.chainId, blockNumber: head, blockAt: at, answeredAt: at })
    .onConflictDoUpdate({
      target: chainHeads.chainId,
      set: {
        blockNumber: sql`coalesce(excluded.block_number, ${chainHeads.blockNumber})`,
        blockAt: sql`case when ${isNew} then excluded.block_at else ${chainHeads.blockAt} end`,
        answeredAt: head === null ? chainHeads.answeredAt : at,
      },
    })
    .returning()
  const problem = row && findHeadProblem(chain, row, at)
  if (!problem) return null
  const subject = chain.code
  const since = problem.since.toISOString()
  return problem.kind === 'unreachable'
    ? {
        kind: 'chain_unreachable',
        chainId: chain.chainId,
        subject,
        message: `No endpoint of ${chain.name} has answered since ${since}`,
      }
    : {
        kind: 'chain_stalled',
        chainId: chain.chainId,
        subject,
        message: `${chain.name} has made no block since ${since} (block ${row.blockNumber})`,
      }
}
