import { and, eq, sql } from 'drizzle-orm'
import { chainCursors } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

/** The right to work on a chain for a few seconds. Each write that matters names owner and fence, so a holder that overslept writes nothing. */
export type ChainLease = { chainId: number; owner: string; fence: number }

/** Short, so that a crash costs little. */
const LEASE_SECONDS = 6

/** Takes or renews the lease; null while another process has it. A take-over raises the fence. */
export async function claimChain({ db }: WorkerCtx, chainId: number, owner: string): Promise<ChainLease | null> {
  const leaseUntil = sql`now() + make_interval(secs => ${LEASE_SECONDS})`
  const [row] = await db
    .insert(chainCursors)
    .values({ chainId, blockNumber: 0n, leaseOwner: owner, leaseUntil, fence: 1 })
    .onConflictDoUpdate({
      target: chainCursors.chainId,
      set: {
        leaseOwner: owner,
        leaseUntil,
        fence: sql`case when ${chainCursors.leaseOwner} = ${owner} then ${chainCursors.fence} else ${chainCursors.fence} + 1 end`,
      },
      setWhere: sql`${chainCursors.leaseUntil} is null or ${chainCursors.leaseUntil} < now() or ${chainCursors.leaseOwner} = ${owner}`,
    })
    .returning({ fence: chainCursors.fence })
  return row ? { chainId, owner, fence: row.fence } : null
}

/** Gives the lease back, so that another process need not wait for it to run out. */
export async function releaseChain({ db }: WorkerCtx, chainId: number, owner: string): Promise<void> {
  await db
    .update(chainCursors)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(and(eq(chainCursors.chainId, chainId), eq(chainCursors.leaseOwner, owner)))
}
