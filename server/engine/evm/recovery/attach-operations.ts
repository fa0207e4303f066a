import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { attachExecuted, findExecuted } from './attach-executed'

const BATCH_SIZE = 200

const openRow = z.object({ id: z.string() })

/**
 * Attaches every open relayed transaction that the chain has executed to the relayer transaction that executed it, also
 * those that would not be sent again. Returns their ids; the engine ends them by their receipts. Throws
 * RpcUnavailableError, RpcError.
 */
export async function attachOperations(ctx: WorkerCtx, chain: Chain): Promise<string[]> {
  const executed: string[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const ids = await listRelayed(ctx, chain.chainId, after)
    const done = await findExecuted(ctx, chain, { transactionIds: ids, asOf: 0n })
    await attachExecuted(ctx, chain, done)
    executed.push(...done)
    const last = ids.at(-1)
    if (last === undefined) return executed
    after = last
  }
}

async function listRelayed({ db }: WorkerCtx, chainId: number, after: string): Promise<string[]> {
  const rows = await db.execute(sql`
    select t.id from transactions t where t.chain_id = ${chainId} and t.status = 'PENDING' and t.stage <> 'mined'
      and t.lane_wallet_id is distinct from t.wallet_id and t.id > ${after}::uuid
    order by t.id limit ${BATCH_SIZE}`)
  return z
    .array(openRow)
    .parse([...rows])
    .map(({ id }) => id)
}
