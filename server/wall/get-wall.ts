import { gte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { activityCounts, paymentProviders } from '@/db/schema'
import type { WallView } from '@/schemas/wall/contract'
import { AWAITING_KEYS } from '@/server/businesses/awaiting-keys'
import type { OperatorCtx } from '@/server/ctx'
import { MS_PER_DAY, MS_PER_HOUR } from '@/server/durations'
import { countExceptions } from '@/server/exceptions/count-exceptions'
import { hasKeys } from '@/server/payments/providers/configured-providers'
import { toWall } from './view'

/** The state of the whole installation, for the operators' first page. */
export async function getWall(ctx: OperatorCtx): Promise<WallView> {
  const { db, now } = ctx
  const since = new Date(now().getTime() - MS_PER_DAY)
  const { series, isOk, n, usdMicros, label, hour } = activityCounts
  const [exceptions, pulses, tasks, providers, counts, hourly, projects] = await Promise.all([
    countExceptions(ctx),
    db.execute(PULSES),
    db.execute(TASKS),
    db.select().from(paymentProviders).orderBy(paymentProviders.name),
    db
      .select({ series, isOk, label, n: sql<number>`sum(${n})::float8`, micros: sql<string>`sum(${usdMicros})::text` })
      .from(activityCounts)
      .where(gte(hour, since))
      .groupBy(series, isOk, label),
    db.execute(hourlySince(since)),
    db.execute(projectsSince(since)),
  ])
  return toWall({
    pulses: z.array(pulse).parse([...pulses]),
    tasks: [{ task: 'exceptions', oldestId: null, ...exceptions }, ...z.array(task).parse([...tasks])],
    providers: providers.map((row) => ({ ...row, hasKeys: hasKeys(row.name) })),
    hourly: z.array(hourlyRow).parse([...hourly]),
    hours: hoursSince(since),
    projects: z.array(projectRow).parse([...projects]),
    counts: counts.map((row) => ({ ...row, micros: BigInt(row.micros) })),
  })
}

/** The beginnings of the hours that begin after this, the present one too. */
function hoursSince(since: Date): Date[] {
  const first = Math.ceil(since.getTime() / MS_PER_HOUR) * MS_PER_HOUR
  return Array.from({ length: HOURS }, (_, index) => new Date(first + index * MS_PER_HOUR))
}

const HOURS = 24

const hourlyRow = z.object({
  at: z.string(),
  series: z.string(),
  isOk: z.boolean(),
  label: z.string(),
  n: z.number(),
  micros: z.string(),
})

/** The counts of each hour. */
const hourlySince = (since: Date) => sql`
  select ${sql.raw(isoText('hour'))} as at, series, is_ok as "isOk",
    case when label = 'MAINNET' then label else '' end as label, sum(n)::float8 as n, sum(usd_micros)::text as micros
  from ${activityCounts}
  where ${gte(activityCounts.hour, since)} and series in ('request', 'delivery', 'transaction', 'payout')
  group by 1, 2, 3, 4`

const projectRow = z.object({
  projectId: z.uuid(),
  projectName: z.string(),
  businessName: z.string(),
  counts: z.array(
    z.object({ series: z.string(), isOk: z.boolean(), label: z.string(), n: z.number(), micros: z.string() }),
  ),
})

/** The projects that most of the failures and of the activity are of, each with its counts. */
const projectsSince = (since: Date) => sql`
  with counted as (
    select project_id, series, is_ok, case when label = 'MAINNET' then label else '' end as label,
      sum(n)::float8 as n, sum(usd_micros)::text as micros
    from ${activityCounts} where ${gte(activityCounts.hour, since)} group by 1, 2, 3, 4
  )
  select p.id as "projectId", p.name as "projectName", b.name as "businessName",
    json_agg(json_build_object('series', c.series, 'isOk', c.is_ok, 'label', c.label, 'n', c.n, 'micros', c.micros)) as counts
  from counted c join projects p on p.id = c.project_id join businesses b on b.id = p.business_id
  group by p.id, p.name, b.name
  order by coalesce(sum(c.n) filter (where not c.is_ok), 0) desc, sum(c.n) desc, p.id
  limit 20`

function isoText(at: string): string {
  return `to_char(${at} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

const moment = z.iso.datetime().nullable()
const pulse = z.object({
  chainId: z.int(),
  name: z.string(),
  network: z.enum(['MAINNET', 'TESTNET']),
  isActive: z.boolean(),
  blockNumber: z.string().nullable(),
  blockAt: moment,
  answeredAt: moment,
  isLate: z.boolean(),
  open: z.int(),
  oldestAt: moment,
})
const task = z.object({ task: z.string(), count: z.int(), oldestAt: moment, oldestId: z.string().nullable() })

const iso = (at: string) => sql.raw(isoText(at))

/** A chain is late after thirty of its blocks, and a minute at least. */
const PULSES = sql`
  select c.chain_id as "chainId", c.name, c.network, c.is_active as "isActive", h.block_number::text as "blockNumber",
    ${iso('h.block_at')} as "blockAt", ${iso('h.answered_at')} as "answeredAt",
    coalesce(c.is_active and h.block_at < now() - make_interval(secs => greatest(60, 30 * c.block_time_ms / 1000.0)), false) as "isLate",
    coalesce(t.open, 0)::int as open, ${iso('t.oldest_at')} as "oldestAt"
  from chains c left join chain_heads h on h.chain_id = c.chain_id
  left join (select chain_id, count(*) as open, min(created_at) as oldest_at from transactions where status = 'PENDING' group by 1) t
    on t.chain_id = c.chain_id
  order by c.is_active desc, c.network, c.name`

/** `oldestId`: the id of the one that waits longest, for a task that links to it. */
const taskOf = (name: string, oldest: string, from: string, oldestId = 'null::text') =>
  sql.raw(`select '${name}' as task, count(*)::int as count,
    ${isoText(oldest)} as "oldestAt",
    ${oldestId} as "oldestId" from ${from}`)

const LATE = `webhook_messages where status = 'pending' and next_attempt_at < now() - interval '5 minutes'`

const TASKS = sql.join(
  [
    taskOf('proposals_open', 'min(created_at)', `proposals where state = 'OPEN'`),
    taskOf('needs_operator', 'min(created_at)', `transactions where status = 'PENDING' and needs_operator is not null`),
    taskOf(
      'keys_awaited',
      'min(since)',
      `${AWAITING_KEYS} awaiting`,
      `(array_agg(business_id || '/' || id order by since))[1]`,
    ),
    taskOf(
      'mails_failed',
      'min(created_at)',
      `mail_messages where status = 'failed' and created_at > now() - interval '7 days'`,
    ),
    taskOf('webhooks_late', 'min(next_attempt_at)', LATE),
  ],
  sql` union all `,
)
