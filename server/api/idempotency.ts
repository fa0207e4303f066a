import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { idempotencyKeys } from '@/db/schema'
import { inTenant, type Tenant, type TenantCtx } from '@/server/ctx'
import { RetryableError, refusal } from '@/server/errors'
import { faultPoint } from '@/server/fault-point'
import { acquireLocalLock } from './acquire-local-lock'
import type { Claim, Reply, Resume, StoredAnswer } from './endpoint'

type StoredReply = { status: number; body: string; isReplay: boolean }

type Once = {
  /** Checks outside the transaction. */
  prepare: () => Promise<unknown>
  /**
   * Executes the operation and writes the row that `keep` returns for its reply, all or nothing. If it returns false,
   * `work` has to execute the operation.
   */
  accept?: (prepared: unknown, keep: (reply: Reply) => StoredAnswer) => Promise<boolean>
  work: (ctx: TenantCtx, prepared: unknown) => Promise<Reply>
  /** The answer if the result was created under another key; else null. */
  findRepeated?: () => Promise<Reply | null>
  write: (reply: Reply) => string
  resume?: Resume
}

const storedBody = z.object({ text: z.string() })
const PRINTABLE = /^[\x20-\x7e]{1,255}$/
/** A call with `waitForCompletion` ends within a minute; an older unfinished row belongs to a process that died. */
const ATTACH_MS = 65_000
const POLL_MS = 250

/** The key from its header, quoted (RFC draft) or bare. Throws invalid if it is missing or malformed. */
export function requireIdempotencyKey(header: string | null): string {
  const key = header?.trim().replace(/^"(.*)"$/, '$1') ?? ''
  if (key === '') throw refusal('idempotency_key_missing', { param: 'Idempotency-Key' })
  if (!PRINTABLE.test(key)) throw refusal('idempotency_key_malformed', { param: 'Idempotency-Key' })
  return key
}

/**
 * Runs `work` at most once per key and project. The row of the key commits with the effect, and every repetition gets
 * the first answer, byte for byte. A refusal (throw) rolls back: nothing is stored and the key stays free. The row is
 * written last, so that a first call costs one statement more; a repetition fails on the unique key, which also rolls
 * back its effect.
 */
export async function runIdempotently(tenant: Tenant, claim: Claim, call: Once): Promise<StoredReply> {
  const { release, waited } = await acquireLocalLock(
    [tenant.businessId, tenant.projectId, claim.operation, claim.key].join(' '),
  )
  try {
    const existing = waited ? await inTenant(tenant, (ctx) => findClaim(ctx, claim)) : null
    const first = existing ? replay(existing, claim) : await runFirst(tenant, claim, call)
    if (first.isRunning) return await attach(tenant, claim, call, first)
    if (!first.afterCommit) return first
    const { isReplay, resourceId: made } = first
    return { ...(await finish(tenant, { ...claim, made }, call.write, first.afterCommit)), isReplay }
  } finally {
    release()
  }
}

/** A claim and the result that was created under it. Its key may have been freed and used by another call since. */
type Made = Claim & { made: string | null | undefined }

async function finish(
  tenant: Tenant,
  claim: Made,
  write: Once['write'],
  end: () => Promise<Reply>,
): Promise<StoredReply> {
  const final = await end().catch(async (error: unknown) => {
    if (error instanceof RetryableError) await inTenant(tenant, (ctx) => forget(ctx, claim))
    throw error
  })
  return inTenant(tenant, (ctx) => complete(ctx, claim, final, write))
}

async function runFirst(
  tenant: Tenant,
  claim: Claim,
  { prepare, accept, work, findRepeated, write }: Once,
): Promise<Outcome> {
  const result: { outcome: Outcome | null } = { outcome: null }
  const keep = (reply: Reply) => {
    const row = toRow(tenant, claim, reply, write(reply))
    result.outcome = {
      status: reply.status,
      body: row.responseBody.text,
      isReplay: false,
      resourceId: row.resourceId,
      afterCommit: reply.afterCommit,
    }
    faultPoint('accept-before-commit')
    return row
  }
  try {
    const prepared = await prepare()
    if (!(await accept?.(prepared, keep))) {
      await inTenant(tenant, async (ctx) => {
        const row = keep(await work(ctx, prepared))
        await ctx.db.insert(idempotencyKeys).values(row)
      })
    }
    if (!result.outcome) throw new Error('the accepted call has no response')
    return result.outcome
  } catch (error) {
    // A key that was used before gets its earlier answer, even when a new call would be refused.
    const earlier = await inTenant(tenant, (ctx) => findClaim(ctx, claim)).catch(() => null)
    if (earlier) return replay(earlier, claim)
    const repeated = await findRepeated?.()
    if (!repeated) throw error
    const row = toRow(tenant, claim, repeated, write(repeated))
    const { responseStatus: status, responseBody, resourceId } = row
    await inTenant(tenant, ({ db }) => db.insert(idempotencyKeys).values(row).onConflictDoNothing())
    return { status, body: responseBody.text, isReplay: true, resourceId, afterCommit: repeated.afterCommit }
  }
}

type Outcome = StoredReply & {
  isRunning?: boolean
  startedAt?: Date
  resourceId?: string | null
  afterCommit?: () => Promise<Reply>
}
type Row = typeof idempotencyKeys.$inferSelect

function toRow({ businessId, projectId }: Tenant, claim: Claim, reply: Reply, body: string) {
  const now = new Date()
  return {
    businessId,
    projectId,
    environment: 'live',
    operation: claim.operation,
    key: claim.key,
    fingerprint: claim.fingerprint,
    resourceId: reply.resourceId ?? null,
    responseStatus: reply.status,
    // Stored as text, because jsonb reorders keys and a replay would differ.
    responseBody: { text: body },
    createdAt: now,
    completedAt: reply.afterCommit ? null : now,
  } satisfies StoredAnswer
}

async function findClaim(ctx: TenantCtx, claim: Claim): Promise<Row | null> {
  const [row] = await ctx.db.select().from(idempotencyKeys).where(isClaim(ctx, claim))
  return row ?? null
}

async function requireClaim(ctx: TenantCtx, claim: Claim): Promise<Row> {
  const row = await findClaim(ctx, claim)
  if (!row) throw new Error('an idempotency row cannot vanish')
  return row
}

/** Frees the key of an accepted call that had no effect. */
async function forget(ctx: TenantCtx, claim: Made): Promise<void> {
  await ctx.db.delete(idempotencyKeys).where(isUnfinished(ctx, claim))
}

/** Replaces the accepted answer with the final one, unless another process has done so. */
async function complete(ctx: TenantCtx, claim: Made, reply: Reply, write: Once['write']): Promise<StoredReply> {
  const body = write(reply)
  const done = await ctx.db
    .update(idempotencyKeys)
    .set({ responseStatus: reply.status, responseBody: { text: body }, completedAt: ctx.now() })
    .where(isUnfinished(ctx, claim))
    .returning({ key: idempotencyKeys.key })
  const existing = done.length === 0 ? await findClaim(ctx, claim) : null
  if (existing?.completedAt && existing.resourceId === (claim.made ?? null))
    return { ...replay(existing, claim), isReplay: false }
  return { status: reply.status, body, isReplay: false }
}

function replay(row: Row, claim: Claim): Outcome {
  if (row.fingerprint !== claim.fingerprint) throw refusal('idempotency_reused', { param: 'Idempotency-Key' })
  const stored = storedBody.safeParse(row.responseBody).data
  if (row.responseStatus === null || !stored) throw refusal('idempotency_expired', { param: 'Idempotency-Key' })
  const isRunning = row.completedAt === null
  const { responseStatus: status, createdAt: startedAt, resourceId } = row
  return { status, body: stored.text, isReplay: true, isRunning, startedAt, resourceId }
}

/**
 * Waits for the answer of another process that has the request open. After the limit that process has died, and
 * `resume` gets the answer from the result. Without `resume` the accepted answer stays, and the client polls.
 */
async function attach(tenant: Tenant, claim: Claim, { resume, write }: Once, first: Outcome): Promise<StoredReply> {
  const deadline = (first.startedAt?.getTime() ?? 0) + (resume?.afterMs ?? ATTACH_MS)
  let latest = first
  while (latest.isRunning && Date.now() < deadline) {
    await wait(POLL_MS)
    latest = await inTenant(tenant, async (ctx) => replay(await requireClaim(ctx, claim), claim))
  }
  const { isRunning, resourceId: made } = latest
  if (!isRunning || !resume || !made) return latest
  return { ...(await finish(tenant, { ...claim, made }, write, () => resume.answer(made))), isReplay: true }
}

function isUnfinished(ctx: TenantCtx, { made, ...claim }: Made) {
  const isOfMade = made ? eq(idempotencyKeys.resourceId, made) : isNull(idempotencyKeys.resourceId)
  return and(isClaim(ctx, claim), isNull(idempotencyKeys.completedAt), isOfMade)
}

function isClaim(ctx: TenantCtx, claim: Claim) {
  return and(
    eq(idempotencyKeys.businessId, ctx.businessId),
    ctx.projectId === null ? isNull(idempotencyKeys.projectId) : eq(idempotencyKeys.projectId, ctx.projectId),
    eq(idempotencyKeys.environment, 'live'),
    eq(idempotencyKeys.operation, claim.operation),
    eq(idempotencyKeys.key, claim.key),
  )
}
