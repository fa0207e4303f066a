import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WorkerCtx } from '@/server/ctx'
import { QUEUED_COLUMNS, type Queued, queuedRow } from './load-queue'
import { loadSigners } from './load-signers'

const carriedRow = queuedRow.omit({ laneWalletId: true })

/** Open transactions, oldest first, as they are when the relayer `carrierId` carries them, whoever does so in the end. */
export async function loadAsCarried(
  ctx: WorkerCtx,
  transactionIds: readonly string[],
  carrierId: string,
): Promise<Queued[]> {
  const answer = await ctx.db.execute(sql`
    select ${QUEUED_COLUMNS} from transactions t
    where t.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(transactionIds)}::jsonb)) and t.status = 'PENDING'
    order by t.created_at, t.id`)
  const rows = z.array(carriedRow).parse([...answer])
  const signerOf = await loadSigners(ctx, [carrierId, ...rows.map((row) => row.walletId)])
  const carrier = { laneWalletId: carrierId, sender: signerOf(carrierId) }
  return rows.map((row) => ({ ...row, ...carrier, owner: signerOf(row.walletId) }))
}
