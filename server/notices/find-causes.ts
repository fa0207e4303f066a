import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { NOTICE_KINDS } from '@/schemas/notices/words'
import { CLOSED_ADDRESS } from '@/schemas/projects/words'
import { RECOVERY_ACTOR } from '@/schemas/recovery/words'
import { RESTORED_REASON } from '@/schemas/sweeps/words'
import { COST_WINDOW_DAYS } from '@/server/activity/daily-cost'
import type { WorkerCtx } from '@/server/ctx'

const cause = z.object({
  businessId: z.uuid(),
  projectId: z.uuid(),
  kind: z.enum(NOTICE_KINDS),
  cause: z.string(),
  title: z.string(),
  detail: z.string(),
  /** The actor, as `user:<id>`, who is not notified of their own request. */
  causedBy: z.string().nullable(),
})
export type Cause = z.output<typeof cause>

/** Everything that people of businesses should check now, from the rows that show it. */
export async function findCauses({ db, now }: WorkerCtx): Promise<Cause[]> {
  const at = sql`${now().toISOString()}::timestamptz`
  const rows = await db.execute(sql`
    select a.business_id as "businessId", a.project_id as "projectId", 'approval_waiting' as kind,
      coalesce(t.batch_id, a.id)::text as cause,
      case when t.batch_id is null then 'A transaction waits for approval' else 'A batch waits for approval' end as title,
      case when t.batch_id is null then '' else count(*) || case count(*) when 1 then ' transfer. ' else ' transfers. ' end end
        || min(a.reason) || '. It expires ' || to_char(min(a.expires_at) at time zone 'utc', 'YYYY-MM-DD HH24:MI') || ' UTC.' as detail,
      min(a.requested_by) as "causedBy"
    from approvals a join transactions t on t.id = a.transaction_id
    where a.status = 'pending' and a.expires_at > ${at}
    group by a.business_id, a.project_id, t.batch_id, coalesce(t.batch_id, a.id)
    union all
    select f.business_id, e.project_id, 'destination_failing', f.destination_id::text, 'A webhook endpoint fails',
      e.url || ' has accepted nothing since ' || to_char(f.since at time zone 'utc', 'YYYY-MM-DD HH24:MI') || ' UTC.', null
    from webhook_failing f join webhook_endpoints e on e.id = f.destination_id and e.business_id = f.business_id
    where e.deleted_at is null and f.since < ${at} - interval '1 hour'
    union all
    select f.business_id, s.project_id, 'destination_failing', f.destination_id::text, 'An event subscription fails',
      s.webhook_url || ' has accepted nothing since ' || to_char(f.since at time zone 'utc', 'YYYY-MM-DD HH24:MI') || ' UTC.', null
    from webhook_failing f join indexer_subscriptions s on s.id = f.destination_id and s.business_id = f.business_id
    where s.deleted_at is null and f.since < ${at} - interval '1 hour'
    union all
    select p.business_id, p.id, 'balance_low', p.business_id::text, 'The USD balance is low',
      'At the pace of the last ' || case floor(c.days) when 1 then 'day' else floor(c.days) || ' days' end || ' it lasts ' || floor(greatest(l.balance_units, 0) * c.days / c.micros)
        || ' more days. It pays the gas of mainnet transactions.',
      null
    from (select business_id, sum(usd_micros) filter (where hour >= ${at} - make_interval(days => ${COST_WINDOW_DAYS}::int)) as micros,
        least(${COST_WINDOW_DAYS}::int, extract(epoch from ${at} - min(hour)) / 86400) as days from activity_counts
      where series = 'fee' group by 1) c
    join ledger_accounts l on l.business_id = c.business_id and l.currency = 'USD' and l.kind = 'available'
    join lateral (select id, business_id from projects where business_id = c.business_id and status = 'active' order by created_at, id limit 1) p on true
    where c.micros > 0 and c.days >= 1 and l.balance_units < 7 * c.micros / c.days
    union all
    select s.business_id, s.project_id, 'plan_ending', s.id::text, 'A plan ends soon',
      p.name || ' ends ' || to_char(s.end_date at time zone 'utc', 'YYYY-MM-DD') || ' and does not renew automatically.', null
    from subscriptions s join plans p on p.id = s.plan_id
    where s.status in ('ACTIVE', 'PAST_DUE') and not s.auto_renew and s.price_minor > 0 and s.end_date < ${at} + interval '7 days'
    union all
    select r.business_id, r.project_id, 'sweep_stopped', r.id::text, case when r.status = 'STOPPED' then 'A sweep rule was stopped' when r.status = 'PAUSED' then 'A sweep rule was paused' else 'Wallets are not swept' end,
      case when r.status = 'STOPPED' then coalesce(r.stopped_reason, '') || ' Set the rule to active once that is dealt with.'
        when r.status = 'PAUSED' then 'The platform was restored from a backup, so the rule may be an old one. Check its target, then resume or delete it.'
        else h.n || ' of ' || coalesce(r.purpose, 'all wallets') || ' failed four times in a row (' || r.symbol || '): ' || coalesce(h.reason, '') end, null
    from sweep_rules r
      left join lateral (select count(*) as n, max(reason) as reason from sweep_wallets w where w.rule_id = r.id and w.state = 'HELD') h on true
    where r.deleted_at is null and case r.status when 'STOPPED' then true when 'PAUSED' then r.stopped_reason = ${RESTORED_REASON} else h.n > 0 end
    union all
    select f.business_id, e.project_id, 'deposit_screened', e.project_id::text, 'Deposits from blocked addresses',
      count(*) || ' deposits came from blocked addresses. They are credited and not swept until their flag is cleared.', null
    from deposit_screenings f join deposits e on e.id = f.deposit_id
    where f.status = 'FLAGGED' and e.stage <> 'reverted' and e.project_id is not null group by 1, 2
    union all
    select o.business_id, coalesce(o.project_id, p.id), 'policy_restored', o.id::text, 'A policy was made stricter',
      'The platform was restored from a backup. ' || case when o.project_id is null then 'The policy of the business' else 'The policy' end
        || ' allows only what it allowed in the backup and after it. Check its rules and save it.', null
    from policies o
    join lateral (select id from projects where business_id = o.business_id and status = 'active' order by created_at, id limit 1) p on true
    where o.updated_by = ${`system:${RECOVERY_ACTOR}`}
    union all
    select i.business_id, i.project_id, 'allowlist_closed', i.id::text, 'API calls are refused',
      'The platform was restored from a backup, and the IP allowlist of the backup had only addresses that were removed after it. Add your addresses, then remove ${sql.raw(CLOSED_ADDRESS)}.', null
    from ip_allowlist i where i.ip_address = ${CLOSED_ADDRESS} and i.created_by = ${RECOVERY_ACTOR}
    union all
    select w.business_id, p.id, 'wallets_restored', w.business_id::text, 'Money arrived in restored wallets',
      case count(*) when 1 then '1 restored wallet' else count(*) || ' restored wallets' end || ' received money. '
        || 'The platform was restored from a backup that lacks their purpose and data. Give each a label once you know whose it is.', null
    from wallets w
    join lateral (select id from projects where business_id = w.business_id and status = 'active' order by created_at, id limit 1) p on true
    where w.restored = 'used' and w.label is null and w.is_active group by 1, 2
    union all
    select r.business_id, y.project_id, 'payment_exception', r.id::text, 'A payment is under review',
      'Money arrived that did not complete its payment. It is held until an operator has reviewed it.', null
    from payment_receipts r join payments y on y.id = r.payment_id where r.outcome = 'SUSPENSE'
    union all
    select o.business_id, t.project_id, 'coupon_unfunded', o.id::text, 'A coupon is due and not funded',
      'Coupon ' || o.index || ' of ' || t.ticker || ' is due ' || o.pay_date || '.', null
    from token_payouts o join tokens t on t.id = o.token_id
    where o.status in ('SCHEDULED', 'RECORDED') and o.index > 0 and o.pay_date <= (${at} at time zone 'utc')::date + 7
      and (o.basis_units is null or o.funded_units * o.rate_denominator < o.basis_units * o.rate_numerator)`)
  return [...rows].map((row) => cause.parse(row))
}
