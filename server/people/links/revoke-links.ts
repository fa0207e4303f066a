import { and, eq, isNull, or, type SQL } from 'drizzle-orm'
import { accountLinks } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

type Ctx = Pick<WorkerCtx, 'db' | 'now'>

/** Revokes every open link of a person: those emailed to their address, and their own change of it. */
export function revokeLinksOf(ctx: Ctx, person: { id: string; email: string }): Promise<number> {
  const { email, userId } = accountLinks
  return revoke(ctx, or(eq(email, person.email), eq(userId, person.id)))
}

/** Revokes the open invitations into a business by a person who may no longer invite. */
export function revokeInvitationsBy(ctx: Ctx, { by, businessId }: { by: string; businessId: string }): Promise<number> {
  const { createdBy, memberOf } = accountLinks
  return revoke(ctx, and(eq(createdBy, by), eq(memberOf, businessId)))
}

/** Revokes every open link that a person made for others: invitations, and links to set a password. */
export function revokeLinksMadeBy(ctx: Ctx, by: string): Promise<number> {
  return revoke(ctx, eq(accountLinks.createdBy, by))
}

/** Revokes every open link: a restored database holds some that were used after the backup. */
export function revokeEveryLink(ctx: Ctx): Promise<number> {
  return revoke(ctx, undefined)
}

/** Revokes one link; false if it was used or revoked meanwhile. */
export async function revokeLink(ctx: Ctx, linkId: string): Promise<boolean> {
  return (await revoke(ctx, eq(accountLinks.id, linkId))) > 0
}

async function revoke({ db, now }: Ctx, where: SQL | undefined): Promise<number> {
  const revoked = await db
    .update(accountLinks)
    .set({ revokedAt: now() })
    .where(and(where, isNull(accountLinks.usedAt), isNull(accountLinks.revokedAt)))
    .returning({ id: accountLinks.id })
  return revoked.length
}
