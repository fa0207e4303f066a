import { and, eq, gt, isNull } from 'drizzle-orm'
import { accountLinks } from '@/db/schema'
import type { LinkKind } from '@/schemas/people/words'
import type { WorkerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { hashLinkToken } from './link-token'

export type LinkRow = typeof accountLinks.$inferSelect
type LinkRef = { token: string; kind: LinkKind }
type Ctx = Pick<WorkerCtx, 'db' | 'now'>

/**
 * The row of a link that can still be used. Throws failed with one message for a link that was never created, was used,
 * was replaced or has expired.
 */
export async function requireOpenLink(ctx: Ctx, { token, kind }: LinkRef): Promise<LinkRow> {
  const isIt = and(eq(accountLinks.tokenHash, hashLinkToken(token)), eq(accountLinks.kind, kind))
  const [link] = await ctx.db
    .select()
    .from(accountLinks)
    .where(and(isIt, isOpen(ctx)))
  if (!link) throw linkGone()
  return link
}

/** Uses a link up, in the transaction of its effect. The first of concurrent uses succeeds; the others are refused. */
export async function consumeLink(ctx: Ctx, { id }: Pick<LinkRow, 'id'>): Promise<void> {
  const [used] = await ctx.db
    .update(accountLinks)
    .set({ usedAt: ctx.now() })
    .where(and(eq(accountLinks.id, id), isOpen(ctx)))
    .returning({ id: accountLinks.id })
  if (!used) throw linkGone()
}

/** Links that can still be used. */
export function isOpen({ now }: Pick<WorkerCtx, 'now'>) {
  return and(isNull(accountLinks.usedAt), isNull(accountLinks.revokedAt), gt(accountLinks.expiresAt, now()))
}

export function linkGone(): ApiError {
  return new ApiError('failed', 'This link was used, replaced or has expired. Ask for a new one.')
}
