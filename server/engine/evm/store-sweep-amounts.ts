import { sql } from 'drizzle-orm'
import { LeaseLostError } from '@/db/lease'
import type { WorkerCtx } from '@/server/ctx'
import type { LanePlan } from './lane-plan'

/**
 * Stores the amounts of planned sweeps before they are signed, and scales their USD value to match. It writes under the
 * fences of the lanes, so that a row always matches its signed bytes. Throws LeaseLostError if a lane was taken over.
 */
export async function storeSweepAmounts({ db }: WorkerCtx, plans: readonly LanePlan[]): Promise<void> {
  const swept = plans.flatMap(({ lane, send }) =>
    send.flatMap(({ queued }) =>
      queued.type === 'SWEEP'
        ? [
            {
              id: queued.id,
              units: queued.amountUnits.toString(),
              lane_id: lane.walletId,
              chain_id: lane.chainId,
              fence: lane.fence,
            },
          ]
        : [],
    ),
  )
  if (swept.length === 0) return
  const fixed = await db.execute(sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(swept)}::jsonb) as w(id uuid, units numeric, lane_id uuid, chain_id int, fence int)
    ), held as (
      select l.wallet_id from lanes l
      where exists (select 1 from wanted w where l.chain_id = w.chain_id and l.wallet_id = w.lane_id and l.fence = w.fence)
      order by l.wallet_id for no key update
    )
    update transactions t set amount_units = w.units, updated_at = now(),
      value_usd_micros = trunc(t.value_usd_micros * w.units / t.amount_units)
    from wanted w join held h on h.wallet_id = w.lane_id
    where t.id = w.id and t.stage = 'queued' and t.status = 'PENDING'
    returning t.id`)
  if (fixed.length < swept.length) throw new LeaseLostError('a lane was taken over before its sweeps were signed')
}
