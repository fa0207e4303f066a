import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WorkerCtx } from '@/server/ctx'
import { QUEUED_COLUMNS, type Queued, queuedRow } from './load-queue'
import { loadSigners } from './load-signers'

const relayedRow = queuedRow.omit({ laneWalletId: true })

/** Open transactions, oldest first, as they would look if the relayer `relayerId` sent them. */
export async function loadForRelayer(
  ctx: WorkerCtx,
  transactionIds: readonly string[],
  relayerId: string,
): Promise<Queued[]> {
  const answer = await ctx.db.execute(sql`
    select ${QUEUED_COLUMNS} from transactions t
    where t.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(transactionIds)}::jsonb)) and t.status = 'PENDING'
    order by t.created_at, t.id`)
  const rows = z.array(relayedRow).parse([...answer])
  const signerOf = await loadSigners(ctx, [relayerId, ...rows.map((row) => row.walletId)])
  const relayer = { laneWalletId: relayerId, sender: signerOf(relayerId) }
  return rows.map((row) => ({ ...row, ...relayer, owner: signerOf(row.walletId) }))
}
