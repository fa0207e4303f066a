import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ChainFinding } from '@/db/schema/recoveries'
import type { Chain } from '@/server/chains/registry'
import { callRpc, readResult } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { recordExecutions } from '@/server/engine/solana/recovery/record-executions'
import { findFeePayer } from '@/server/platform/ensure-fee-payer'

const PAGE = 1_000
/** Nodes put the length before each memo: `[36] <uuid>`. */
const MEMO = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/

const listed = z.array(z.object({ signature: z.string(), memo: z.string().nullish(), err: z.unknown() }))

/**
 * Compares a Solana chain with the database. Records what the fee payer executed after the backup and attaches it to
 * the rows that wait for it, so that no id is signed again. The finding is `ahead` while one of the newest thousand
 * transactions is not final yet. Throws RpcUnavailableError, RpcError.
 */
export async function resyncFeePayer(ctx: WorkerCtx, chain: Chain): Promise<ChainFinding> {
  const { chainId } = chain
  const level: ChainFinding = { chainId, state: 'level', detail: 'Level with its chain.' }
  await recordExecutions(ctx, chain)
  const unknown = await compareFeePayer(ctx, chain)
  if (unknown === 0) return level
  const transfers = unknown === 1 ? '1 transfer is' : `${unknown} transfers are`
  return {
    chainId,
    state: 'ahead',
    detail: `${transfers} on the chain that the database does not know and that are not final yet.`,
  }
}

/**
 * How many of the newest thousand transactions of the platform's fee payer the database does not know. Throws
 * RpcUnavailableError, RpcError.
 */
export async function compareFeePayer(ctx: WorkerCtx, chain: Chain): Promise<number> {
  const feePayer = await findFeePayer(ctx)
  if (!feePayer) return 0
  const options = { limit: PAGE, commitment: 'confirmed' }
  const page = readResult(listed, await callRpc(chain, 'getSignaturesForAddress', [feePayer.address, options]))
  const ours = page.flatMap(({ signature, memo, err }) => {
    const id = MEMO.exec(memo ?? '')?.[1]
    return id && err === null ? [{ id, signature }] : []
  })
  // Read after the chain, because the engine stores a transaction before it sends it.
  return countUnknown(ctx, ours)
}

async function countUnknown({ db }: WorkerCtx, ours: readonly { id: string; signature: string }[]): Promise<number> {
  if (ours.length === 0) return 0
  const [row] = await db.execute(sql`
    select count(*)::int as count from jsonb_to_recordset(${JSON.stringify(ours)}::jsonb) as o(id uuid, signature text)
    where not exists (select from transaction_attempts a where a.tx_hash = o.signature)
      and not exists (select from found_executions f where f.tx_hash = o.signature)`)
  return z.object({ count: z.number() }).parse(row).count
}
