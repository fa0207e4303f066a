import { setTimeout as wait } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { idempotencyKeys } from '@/db/schema'
import { inTenant, type Tenant, type TenantCtx } from '@/server/ctx'
import { ApiError, MESSAGES } from '@/server/errors'
import { shared } from '@/server/shared'
import type { Reply } from './endpoint'

export type Claim = { operation: string; key: string; fingerprint: string }
export type Kept = { status: number; body: string; isReplay: boolean }

type Once = {
  /** Checks outside the transaction. */
  prepare: () => Promise<unknown>
  work: (ctx: TenantCtx, prepared: unknown) => Promise<Reply>
  write: (reply: Reply) => string
}

const storedBody = z.object({ text: z.string() })
const PRINTABLE = /^[\x20-\x7e]{1,255}$/
/** A `waitForCompletion` call answers within a minute; older unfinished rows belong to a process that died. */
const ATTACH_MS = 65_000
const POLL_MS = 250

/** The key from its header, quoted (RFC draft) or bare; 400 when absent or unusable. */
export function requireIdempotencyKey(header: string | null): string {
  const key = header?.trim().replace(/^"(.*)"$/, '$1') ?? ''
  if (key === '') throw new ApiError('invalid', MESSAGES.idempotencyKeyMissing)
  if (!PRINTABLE.test(key)) throw new ApiError('invalid', MESSAGES.idempotencyKeyMalformed)
  return key
}

/**
 * Runs `work` at most once per key, in one transaction with the row that says so, and answers every repetition with the first answer,
 * byte for byte. A refusal (throw) rolls the claim back, so nothing is stored and the key stays free.
 */
export async function once(tenant: Tenant, claim: Claim, { prepare, work, write }: Once): Promise<Kept> {
  const release = await takeTurn(tenant, claim)
  try {
    const ready = await prepare().then(
      (prepared) => ({ prepared }),
      (error: unknown) => ({ error }),
    )
    const first = await inTenant(tenant, async (ctx) => {
      if (!(await insertClaim(ctx, claim))) return replay(await readClaim(ctx, claim), claim)
      // Only now: what was done before is answered again also while the chain is away.
      if ('error' in ready) throw ready.error
      return keep(ctx, claim, await work(ctx, ready.prepared), write)
    })
    if (first.isRunning) return await attach(tenant, claim, first)
    if (!first.afterCommit) return first
    const final = await first.afterCommit()
    return await inTenant(tenant, (ctx) => keep(ctx, claim, { ...final, afterCommit: undefined }, write))
  } finally {
    release()
  }
}

/**
 * Callers of one key in this process go one after the other: they would only block on the unique index, each holding a connection.
 * Between processes the index is what decides.
 */
async function takeTurn(tenant: Tenant, claim: Claim): Promise<() => void> {
  const turns = shared('idempotency-turns', () => new Map<string, Promise<void>>())
  const name = [tenant.businessId, claim.operation, claim.key].join(' ')
  for (let turn = turns.get(name); turn; turn = turns.get(name)) {
    await turn
  }
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  turns.set(name, over)
  return () => {
    turns.delete(name)
    end()
  }
}

type Outcome = Kept & { isRunning?: boolean; startedAt?: Date; afterCommit?: () => Promise<Reply> }
type Row = typeof idempotencyKeys.$inferSelect

async function insertClaim(ctx: TenantCtx, claim: Claim): Promise<boolean> {
  const rows = await ctx.db
    .insert(idempotencyKeys)
    .values({ businessId: ctx.businessId, environment: 'live', ...claim })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  return rows.length === 1
}

async function readClaim(ctx: TenantCtx, claim: Claim): Promise<Row> {
  const [row] = await ctx.db.select().from(idempotencyKeys).where(isClaim(ctx, claim))
  if (!row) throw new Error('an idempotency row cannot vanish')
  return row
}

async function keep(ctx: TenantCtx, claim: Claim, reply: Reply, write: (reply: Reply) => string): Promise<Outcome> {
  const body = write(reply)
  await ctx.db
    .update(idempotencyKeys)
    .set({
      responseStatus: reply.status,
      // As text: jsonb would reorder the keys of the body itself and a replay would differ.
      responseBody: { text: body },
      completedAt: reply.afterCommit ? null : ctx.now(),
      ...(reply.resourceId ? { resourceId: reply.resourceId } : {}),
    })
    .where(isClaim(ctx, claim))
  return { status: reply.status, body, isReplay: false, afterCommit: reply.afterCommit }
}

function replay(row: Row, claim: Claim): Outcome {
  if (row.fingerprint !== claim.fingerprint) throw new ApiError('failed', MESSAGES.idempotencyKeyReused)
  const stored = storedBody.safeParse(row.responseBody).data
  if (row.responseStatus === null || !stored) throw new ApiError('failed', MESSAGES.idempotencyAnswerExpired)
  const isRunning = row.completedAt === null
  return { status: row.responseStatus, body: stored.text, isReplay: true, isRunning, startedAt: row.createdAt }
}

/** Another process holds the request open: wait for its answer. Past the limit the accepted answer stands, and the client polls. */
async function attach(tenant: Tenant, claim: Claim, first: Outcome): Promise<Kept> {
  const deadline = (first.startedAt?.getTime() ?? 0) + ATTACH_MS
  let latest = first
  while (latest.isRunning && Date.now() < deadline) {
    await wait(POLL_MS)
    latest = await inTenant(tenant, async (ctx) => replay(await readClaim(ctx, claim), claim))
  }
  return latest
}

function isClaim(ctx: TenantCtx, claim: Claim) {
  return and(
    eq(idempotencyKeys.businessId, ctx.businessId),
    eq(idempotencyKeys.environment, 'live'),
    eq(idempotencyKeys.operation, claim.operation),
    eq(idempotencyKeys.key, claim.key),
  )
}
