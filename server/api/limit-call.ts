import { sql } from 'drizzle-orm'
import { CAPABILITIES, type Capability } from '@/db/capabilities'
import { lruPerProcess } from '@/db/lru-per-process'
import type { Uses } from '@/schemas/usage/words'
import { workerCtx } from '@/server/ctx'
import { type ApiError, refusal } from '@/server/errors'
import type { GrantedAccess } from '@/server/projects/find-project-access'
import { meterUses } from '@/server/usage/meter'
import { admitWithinWindow } from './admit-within-window'
import type { Endpoint } from './endpoint'

const TOKEN_LIMIT = { perWindow: 30, windowMs: 60_000 }

/** The answer whose headers announce a limit. */
type Answer = { headers: Record<string, string> }

/**
 * Takes one call from the bucket of reads or of writes, and sets the headers that announce the limit. Throws
 * rate_limited.
 */
export async function limitCall(
  endpoint: Endpoint,
  whose: string,
  limits: { readPerMinute: number; writePerMinute: number },
  answer: Answer,
): Promise<void> {
  const kind = endpoint.rateLimit
  if (!kind) return
  const grant = await takeBucketToken(
    `${whose}:${kind}`,
    kind === 'read' ? limits.readPerMinute : limits.writePerMinute,
  )
  announceLimit(answer, kind, grant.limit, grant.remaining, Math.ceil(grant.waitMs / 1000))
  if (!grant.admitted) throw tooMany(grant.waitMs)
}

/** Limits calls of the token endpoint by the caller's address. Throws rate_limited. */
export async function limitTokenCall(clientIp: string | null, answer: Answer): Promise<void> {
  const { perWindow, windowMs } = TOKEN_LIMIT
  const admission = await admitWithinWindow(`token:${clientIp}`, perWindow, windowMs)
  const remaining = admission.admitted ? admission.remaining : 0
  announceLimit(
    answer,
    'token',
    perWindow,
    remaining,
    Math.ceil((admission.admitted ? windowMs : admission.retryAfterMs) / 1000),
  )
  if (!admission.admitted) throw tooMany(admission.retryAfterMs)
}

/** The fields of the IETF draft: policy (quota, window), the remaining quota and the time until the reset. */
function announceLimit(answer: Answer, name: string, quota: number, remaining: number, seconds: number): void {
  answer.headers['ratelimit-policy'] = `"${name}";q=${quota};w=60`
  answer.headers.ratelimit = `"${name}";r=${remaining};t=${seconds}`
}

function tooMany(waitMs: number): ApiError {
  return refusal('rate_limited', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
}

type Call = {
  access: GrantedAccess
  input: { params: unknown; query: unknown; body: unknown }
  capability: Capability | undefined
}

/**
 * Meters a call, and the `uses` of its endpoint, against the plan of the product that sells it. A capability that no
 * product sells is not metered. Returns a function that takes the use back. Throws quota_exceeded.
 */
export async function meterCall(
  { uses }: Pick<Endpoint, 'uses'>,
  { access, input, capability }: Call,
): Promise<() => void> {
  if (!capability) return () => {}
  const { productId } = CAPABILITIES[capability]
  const plan = access.metered.get(productId)
  if (!plan) return () => {}
  const endpointUses: Uses | undefined = typeof uses === 'function' ? uses(input) : uses
  const { businessId, projectId } = access
  return meterUses({
    businessId,
    projectId,
    productId,
    plan,
    uses: { 'api.calls': 1, ...endpointUses },
    now: new Date(),
  })
}

const WINDOW_MS = 60_000
/**
 * The maximum share of a bucket that a process takes at once, for a short time: other processes cannot use the unused
 * part.
 */
const BATCH_SHARE = 20
const LEASE_MS = 2_000

type Lease = { tokens: number; until: number; left: number; blockedUntil: number; taking: Promise<void> | null }
type TokenGrant = { admitted: boolean; limit: number; remaining: number; waitMs: number }

const leases = () => lruPerProcess<Lease>('token-leases', { max: 20_000 })

/**
 * Takes one token of a bucket that holds `perMinute` and refills evenly. Tokens are counted in Postgres, so several
 * processes share them and never admit more than the limit; each process fetches a small batch at a time.
 */
export async function takeBucketToken(key: string, perMinute: number): Promise<TokenGrant> {
  const lease = leaseOf(key)
  for (;;) {
    const now = Date.now()
    if (lease.until <= now) lease.tokens = 0
    if (lease.tokens > 0) {
      lease.tokens -= 1
      return { admitted: true, limit: perMinute, remaining: lease.left + lease.tokens, waitMs: 0 }
    }
    if (lease.blockedUntil > now) {
      return { admitted: false, limit: perMinute, remaining: 0, waitMs: lease.blockedUntil - now }
    }
    lease.taking ??= fetchTokens(key, perMinute, lease).finally(() => {
      lease.taking = null
    })
    await lease.taking
  }
}

function leaseOf(key: string): Lease {
  const cached = leases().get(key)
  if (cached) return cached
  const lease: Lease = { tokens: 0, until: 0, left: 0, blockedUntil: 0, taking: null }
  leases().set(key, lease)
  return lease
}

async function fetchTokens(key: string, perMinute: number, lease: Lease): Promise<void> {
  const tokenCount = Math.max(1, Math.floor(perMinute / BATCH_SHARE))
  const row = (await takeFromBucket(key, perMinute, tokenCount)) ?? (await startBucket(key, perMinute, tokenCount))
  const now = Date.now()
  lease.tokens = row.granted
  lease.left = Math.floor(row.left_milli / 1000)
  lease.until = now + LEASE_MS
  lease.blockedUntil =
    row.granted > 0 ? 0 : now + Math.max(1, Math.ceil(((1000 - row.left_milli) * WINDOW_MS) / (perMinute * 1000)))
}

type Taken = { granted: number; left_milli: number }

async function takeFromBucket(key: string, perMinute: number, tokenCount: number): Promise<Taken | undefined> {
  const [row] = await workerCtx().db.execute<Taken>(sql`
    with locked as (
      select key, least(
        ${perMinute}::bigint * 1000,
        tokens_milli + floor(greatest(extract(epoch from clock_timestamp() - refilled_at), 0) * ${perMinute}::numeric * 1000 / 60)
      )::bigint as available
      from rate_buckets where key = ${key} for update
    ), granted as (
      select key, available, least(${tokenCount}::bigint, available / 1000) as granted from locked
    )
    update rate_buckets b set tokens_milli = available - granted * 1000, refilled_at = clock_timestamp()
    from granted g where b.key = g.key
    returning g.granted::int as granted, b.tokens_milli as left_milli`)
  return row
}

async function startBucket(key: string, perMinute: number, tokenCount: number): Promise<Taken> {
  await workerCtx().db.execute(sql`
    insert into rate_buckets (key, tokens_milli, refilled_at) values (${key}, ${perMinute * 1000}, clock_timestamp())
    on conflict do nothing`)
  const row = await takeFromBucket(key, perMinute, tokenCount)
  if (!row) throw new Error('the rate bucket vanished while it was read')
  return row
}
