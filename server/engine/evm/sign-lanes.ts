import { sql } from 'drizzle-orm'
import { LeaseLostError } from '@/db/lease'
import { findChain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { readRows } from '@/server/engine/isolate-rows'
import { ALLOWANCE, allowanceRow } from '@/server/engine/signing/allowance'
import { findObjections } from '@/server/engine/signing/find-objections'
import type { LanesOrder } from '@/server/engine/signing/orders'
import { faultPoint } from '@/server/fault-point'
import { QUEUED_COLUMNS, type Queued, queuedRow } from './load-queue'
import { loadSigners } from './load-signers'
import { signLane } from './sign-lane'
import { type LaneBatch, type StoredAttempt, storeAttempts } from './store-attempts'

/** The stored signatures, and each wallet whose lane could not be signed for, with the error. */
export type SignedLanes = { stored: StoredAttempt[]; failed: { walletId: string; error: unknown }[] }

/**
 * Signs the transactions of lanes and stores them under the lanes' fences. It returns a signature only after its row is
 * stored, and signs no nonce twice. A lane that cannot be signed for does not stop the others. Throws LeaseLostError,
 * recovering.
 */
export async function signLanes(ctx: WorkerCtx, { chainId, isTrial, orders }: LanesOrder): Promise<SignedLanes> {
  const chain = await findChain(chainId)
  if (!chain) throw new Error(`chain ${chainId} is not known`)
  const ids = orders.flatMap(({ send }) => send.map(({ transactionId }) => transactionId))
  const queuedOf = await loadSignable(ctx, chainId, ids)
  const batches: LaneBatch[] = []
  const failed: SignedLanes['failed'] = []
  for (const order of orders) {
    try {
      batches.push(await signLane(ctx, { chain, queuedOf }, order))
    } catch (error) {
      failed.push({ walletId: order.lane.walletId, error })
    }
  }
  if (isTrial || batches.length === 0) return { stored: [], failed }
  faultPoint('lane-after-sign')
  const stored = await storeAttempts(chainId, batches)
  faultPoint('lane-after-store')
  return { stored, failed }
}

const signableRow = queuedRow.extend({ allowance: allowanceRow })

/**
 * Loads queued transactions as their rows are now, with their signers. The returned function throws for an id that may
 * not be signed now, because the caller that asks for signatures is not trusted. Throws recovering.
 */
async function loadSignable(ctx: WorkerCtx, chainId: number, ids: readonly string[]): Promise<(id: string) => Queued> {
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
