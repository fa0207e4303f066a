import { sql } from 'drizzle-orm'
import { LeaseLostError } from '@/db/lease'
import type { WorkerCtx } from '@/server/ctx'
import { readRows } from '@/server/engine/isolate-rows'
import { ALLOWANCE, allowanceRow } from '@/server/engine/signing/allowance'
import { findObjections } from '@/server/engine/signing/find-objections'
import { QUEUED_COLUMNS, type Queued, queuedRow } from './load-queue'
import { loadSigners } from './load-signers'

const signableRow = queuedRow.extend({ allowance: allowanceRow })

/**
 * Loads queued transactions as their rows are now, with their signers. The returned function throws for an id that may
 * not be signed now, because the caller that asks for signatures is not trusted. Throws recovering.
 */
export async function loadSignable(
  ctx: WorkerCtx,
  chainId: number,
  ids: readonly string[],
): Promise<(id: string) => Queued> {
  const answer = await ctx.db.execute(sql`
    select ${QUEUED_COLUMNS}, ${ALLOWANCE} from transactions t
    where t.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) and t.lane_wallet_id is not null`)
  const rows = readRows(signableRow, answer, { now: ctx.now, chainId })
  const objections = await findObjections(ctx, chainId, rows)
  const signerOf = await loadSigners(
    ctx,
    rows.flatMap((row) => [row.walletId, row.laneWalletId]),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const row = byId.get(id)
    const objection = objections.get(id)
    if (objection) throw objection
    if (!row) throw new LeaseLostError(`transaction ${id} is in no lane`)
    return { ...row, owner: signerOf(row.walletId), sender: signerOf(row.laneWalletId) }
  }
}
