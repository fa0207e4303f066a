import { type SQL, sql } from 'drizzle-orm'
import { cached } from '@/server/changing-cache'
import { type TenantCtx, workerCtx } from '@/server/ctx'
import { type MeteredPlan, toQuotas, toRates } from '@/server/usage/plan-terms'

/** The access that the running plans of a project grant. */
export type GrantedAccess = {
  businessId: string
  projectId: string
  capabilities: ReadonlySet<string>
  /** Products with an active subscription. */
  productIds: ReadonlySet<number>
  /** The terms of use of each product's plan, by product. */
  metered: ReadonlyMap<number, MeteredPlan>
}

/** The access of a key, at most ten seconds out of date. */
export type ProjectAccess = GrantedAccess & {
  keyId: string
  environment: 'live' | 'test'
  isSuspended: boolean
  /** Epoch milliseconds from which the key no longer works; null while it is good. */
  endsAt: number | null
  /** Canonical addresses; empty means from anywhere. */
  allowlist: ReadonlySet<string>
  readPerMinute: number
  writePerMinute: number
}

const DEFAULT_LIMITS = { readPerMinute: 600, writePerMinute: 120 }
/** The bucket counts thousandths in an integer column. */
const MAX_PER_MINUTE = 2_000_000

type Grant = {
  productId: number
  capabilities: string[]
  readPerMinute: number
  writePerMinute: number
  subscriptionId: string
  /** Epoch milliseconds. */
  startsAt: number
  endsAt: number
  anchorDay: number
  quotas: { name: string; limit: number }[]
  rates: Record<string, number>
}

type Row = {
  businessId: string
  projectId: string
  environment: 'live' | 'test'
  isSuspended: boolean
  endsAt: string | null
  allowlist: string[]
  grants: Grant[]
}

/** The running plans of a project, as JSON. */
const grantsOf = (businessId: SQL, projectId: SQL) => sql`
  coalesce((select json_agg(json_build_object('productId', s.product_id, 'capabilities', to_json(l.capabilities),
      'readPerMinute', l.rate_limits -> 'readPerMinute', 'writePerMinute', l.rate_limits -> 'writePerMinute',
      'subscriptionId', s.id, 'startsAt', extract(epoch from s.start_date) * 1000, 'endsAt', extract(epoch from s.end_date) * 1000,
      'anchorDay', s.anchor_day, 'quotas', l.plan_quotas, 'rates', l.credit_rate))
    from subscriptions s join plans l on l.id = s.plan_id
    where s.business_id = ${businessId} and s.project_id = ${projectId} and s.status in ('ACTIVE', 'PAST_DUE')), '[]')`

/** Reads the access that the plans of the context's project grant; its keys have the same access. */
export async function readGrantedAccess({
  db,
  businessId,
  projectId,
}: Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string }): Promise<GrantedAccess> {
  const [row] = await db.execute<{ grants: Grant[] }>(
    sql`select ${grantsOf(sql`${businessId}::uuid`, sql`${projectId}::uuid`)} as grants`,
  )
  return toGranted({ businessId, projectId, grants: row?.grants ?? [] })
}

/** Reads the access of a key from Postgres; null for a key that does not exist. */
export async function findProjectAccess(keyId: string): Promise<ProjectAccess | null> {
  const [row] = await workerCtx().db.execute<Row>(sql`
    select k.business_id as "businessId", k.project_id as "projectId", k.environment,
      p.status <> 'active' or b.status <> 'active' as "isSuspended",
      extract(epoch from least(k.revoked_at, k.expires_at)) * 1000 as "endsAt",
      to_json(array(select host(ip_address) from ip_allowlist i
        where i.business_id = k.business_id and i.project_id = k.project_id)) as allowlist,
      ${grantsOf(sql`k.business_id`, sql`k.project_id`)} as grants
    from api_keys k
    join projects p on p.id = k.project_id and p.business_id = k.business_id
    join businesses b on b.id = k.business_id
    where k.id = ${keyId}`)
  return row ? toAccess(keyId, row) : null
}

/** Like `findProjectAccess`, cached until Postgres announces a change. */
export const cachedProjectAccess = cached('project-access', findProjectAccess)

/** An empty list admits every address; a list with entries refuses an unknown address. */
export function isAllowedFrom(access: ProjectAccess, clientIp: string | null): boolean {
  return access.allowlist.size === 0 || (clientIp !== null && access.allowlist.has(clientIp))
}

/** The key was revoked or its overlap is over. */
export function isKeyEnded(access: ProjectAccess): boolean {
  return access.endsAt !== null && access.endsAt <= Date.now()
}

function toAccess(keyId: string, row: Row): ProjectAccess {
  // Several products, several plans: the most generous limit of them counts.
  const most = (limit: 'readPerMinute' | 'writePerMinute') =>
    Math.min(MAX_PER_MINUTE, Math.max(1, ...row.grants.map((grant) => grant[limit])))
  const hasPlan = row.grants.length > 0
  return {
    ...toGranted(row),
    keyId,
    environment: row.environment,
    isSuspended: row.isSuspended,
    endsAt: row.endsAt === null ? null : Number(row.endsAt),
    allowlist: new Set(row.allowlist),
    readPerMinute: hasPlan ? most('readPerMinute') : DEFAULT_LIMITS.readPerMinute,
    writePerMinute: hasPlan ? most('writePerMinute') : DEFAULT_LIMITS.writePerMinute,
  }
}

function toGranted({ businessId, projectId, grants }: Pick<Row, 'businessId' | 'projectId' | 'grants'>): GrantedAccess {
  return {
    businessId,
    projectId,
    capabilities: new Set(grants.flatMap((grant) => grant.capabilities)),
    productIds: new Set(grants.map((grant) => grant.productId)),
    metered: new Map(grants.map((grant) => [grant.productId, toMetered(grant)])),
  }
}

function toMetered({ subscriptionId, startsAt, endsAt, anchorDay, quotas, rates }: Grant): MeteredPlan {
  return {
    subscriptionId,
    startDate: new Date(Math.round(startsAt)),
    endDate: new Date(Math.round(endsAt)),
    anchorDay,
    quotas: toQuotas(quotas),
    rates: toRates(rates),
  }
}
