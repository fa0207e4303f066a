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
 * Queued transactions as their rows are now, by id, with whose keys sign them. Asked for one that may not be signed, or
 * not now, it throws: what asks for the signature need not be believed. Throws recovering.
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
