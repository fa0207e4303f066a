import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { LaneFilter, LanePage } from '@/schemas/lanes/contract'
import type { OperatorCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { escapeLike } from '@/server/text/escape-like'
import { readCells } from './read-cells'
import { laneRow, toLane } from './view'

/**
 * Lanes: stuck ones first, then by how long their oldest transaction has waited. `unassigned` transactions wait for a
 * relayer and are in no lane yet.
 */
export async function listLanes({ db }: OperatorCtx, filter: LaneFilter): Promise<LanePage> {
  const rows = await db.execute(sql`
    with open as (${OPEN}), seen as (
      select l.chain_id as "chainId", c.name as "chainName", l.wallet_id as "walletId", l.address, w.purpose, b.name as "businessName",
        l.next_nonce::float8 as "nextNonce", o.head::float8, coalesce(o.mined, 0) as mined, coalesce(o.in_flight, 0) as "inFlight",
        coalesce(o.queued, 0) as queued, l.blocked_reason as "blockedReason",
        ${isoText(sql`l.blocked_since`)} as "blockedSince", l.blocked_count as "blockedCount", ${isoText(sql`l.not_before`)} as "notBefore",
        case when l.lease_until > now() then ${isoText(sql`l.lease_until`)} end as "leaseUntil", ${isoText(sql`o.oldest_at`)} as "oldestAt",
        case when o.head is null or l.next_nonce is null then 0 else greatest(0, l.next_nonce - o.head - (select count(*)::int from transactions t
          where t.chain_id = l.chain_id and t.sender_address = l.address and t.nonce >= o.head and t.nonce < l.next_nonce))::float8 end as holes,
        coalesce(o.head_at < now() - make_interval(secs => c.bump_after_blocks * c.block_time_ms / 1000.0), false) as "isStuck"
      from lanes l join chains c on c.chain_id = l.chain_id join wallets w on w.id = l.wallet_id join businesses b on b.id = l.business_id
        left join open o on o.chain_id = l.chain_id and o.lane_wallet_id = l.wallet_id
      where ${matching(filter)}
    )
    select *, count(*) over ()::int as total from seen where ${inState(filter)}
    order by "isStuck" desc, "oldestAt" nulls last, address, "chainId" limit ${PAGE_SIZE} offset ${offsetOf(filter.page)}`)
  const lanes = [...rows].map((row) => laneRow.parse(row))
  const cells = await readCells(db, lanes)
  return {
    items: lanes.map((lane, index) => toLane(lane, cells[index] ?? [])),
    total: rows.length === 0 ? 0 : countOf.parse(rows[0]).total,
    page: filter.page,
    pageSize: PAGE_SIZE,
    unassigned: await countUnassigned(db),
  }
}

/** The total of all pages, which every row has. */
const countOf = z.object({ total: z.number() })

/** The open transactions of each lane: counts, and the lowest nonce without a block. */
const OPEN = sql`
  select p.chain_id, p.lane_wallet_id,
    count(*) filter (where p.stage = 'mined')::int as mined,
    count(*) filter (where p.stage in ('signed', 'broadcast'))::int as in_flight,
    count(*) filter (where p.stage = 'queued')::int as queued,
    min(p.nonce) filter (where p.stage in ('signed', 'broadcast')) as head,
    min(p.created_at) filter (where p.stage <> 'mined') as oldest_at,
    (array_agg(coalesce(p.broadcast_at, p.signed_at) order by p.nonce) filter (where p.stage in ('signed', 'broadcast')))[1] as head_at
  from transactions p where p.status = 'PENDING' and p.stage <> 'awaiting_approval' and p.lane_wallet_id is not null group by 1, 2`

function matching({ chainId, search }: LaneFilter): SQL {
  const chain = chainId === undefined ? sql`true` : sql`l.chain_id = ${chainId}`
  if (!search) return chain
  const part = `%${escapeLike(search)}%`
  return sql`${chain} and (lower(l.address) = ${search.toLowerCase()} or l.address = ${search} or b.name ilike ${part})`
}

function inState({ state }: LaneFilter): SQL {
  switch (state) {
    case undefined:
      return sql`true`
    case 'busy':
      return sql`mined + "inFlight" + queued > 0`
    case 'stuck':
      return sql`"isStuck"`
    case 'blocked':
      return sql`"blockedReason" is not null and mined + "inFlight" + queued > 0`
    case 'holes':
      return sql`holes > 0`
    default:
      return state satisfies never
  }
}

function isoText(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

async function countUnassigned(db: OperatorCtx['db']): Promise<number> {
  const [row] = await db.execute(sql`
    select count(*)::int as count from transactions where status = 'PENDING' and stage = 'queued' and lane_wallet_id is null`)
  return z.object({ count: z.number() }).parse(row).count
}
