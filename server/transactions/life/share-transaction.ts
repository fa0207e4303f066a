import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { transactionShares, transactions } from '@/db/schema'
import type { ShareInput, ShareView } from '@/schemas/transactions/life/contract'
import { actorName } from '@/server/actor-name'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { MS_PER_HOUR } from '@/server/durations'
import { env } from '@/server/env'
import { ApiError, notFound } from '@/server/errors'
import type { Rows } from '@/server/paging'
import { actorNames } from '@/server/people/actor-names'
import { createLinkToken, hashLinkToken } from '@/server/people/links/link-token'

/** Open links of one transaction: more would be a sign of a program. */
const MAX_OPEN = 10

/**
 * Creates a read-only link of a transaction. The token is behind `#` in `url`, is shown once and stored as a hash.
 * Throws not_found, and failed if the transaction has too many open links.
 */
export async function shareTransaction(
  ctx: ProjectCtx,
  { transactionId, hours }: ShareInput,
): Promise<{ id: string; url: string; expiresAt: string }> {
  const { db, businessId, projectId } = ctx
  // Locked, so that links made at once are counted one after the other.
  const [found] = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.businessId, businessId),
        eq(transactions.projectId, projectId),
        eq(transactions.id, transactionId),
      ),
    )
    .for('update')
  if (!found) throw notFound('Transaction')
  if ((await db.$count(transactionShares, isOpen(ctx, transactionId))) >= MAX_OPEN) {
    throw new ApiError('failed', `A transaction has at most ${MAX_OPEN} open links. Revoke one first.`)
  }
  const token = createLinkToken()
  const at = ctx.now()
  const id = newId()
  const expiresAt = new Date(at.getTime() + hours * MS_PER_HOUR)
  await db.insert(transactionShares).values({
    id,
    businessId,
    projectId,
    transactionId,
    tokenHash: hashLinkToken(token),
    createdBy: actorName(ctx.actor),
    createdAt: at,
    expiresAt,
  })
  const detail = { linkId: id, expiresAt: expiresAt.toISOString() }
  await appendAudit(ctx, { action: 'transaction.shared', target: transactionId, detail })
  return { id, url: `${env().BASE_URL}/shared/transaction#${token}`, expiresAt: expiresAt.toISOString() }
}

/** Makes a link useless from now on. Throws not_found if it cannot be used any more anyway. */
export async function revokeShare(
  ctx: ProjectCtx,
  { transactionId, shareId }: { transactionId: string; shareId: string },
): Promise<void> {
  const [revoked] = await ctx.db
    .update(transactionShares)
    .set({ revokedAt: ctx.now() })
    .where(and(eq(transactionShares.id, shareId), isOpen(ctx, transactionId)))
    .returning({ id: transactionShares.id })
  if (!revoked) throw notFound('Link')
  await appendAudit(ctx, { action: 'transaction.link_revoked', target: transactionId, detail: { linkId: shareId } })
}

/** The links of a transaction that can still be used, newest first. */
export async function listShares(ctx: ProjectCtx, transactionId: string): Promise<Rows<ShareView>> {
  const rows = await ctx.db
    .select()
    .from(transactionShares)
    .where(isOpen(ctx, transactionId))
    .orderBy(desc(transactionShares.createdAt), desc(transactionShares.id))
  const nameOf = await actorNames(
    ctx,
    rows.map(({ createdBy }) => createdBy),
  )
  return {
    items: rows.map(({ id, createdBy, createdAt, expiresAt, firstOpenedAt }) => ({
      id,
      createdBy: nameOf(createdBy),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      firstOpenedAt: firstOpenedAt?.toISOString() ?? null,
    })),
  }
}

function isOpen({ businessId, projectId, now }: ProjectCtx, transactionId: string) {
  return and(
    eq(transactionShares.businessId, businessId),
    eq(transactionShares.projectId, projectId),
    eq(transactionShares.transactionId, transactionId),
    isNull(transactionShares.revokedAt),
    gt(transactionShares.expiresAt, now()),
  )
}
