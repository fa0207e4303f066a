import { eq } from 'drizzle-orm'
import { type seedExports, users } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { mailOwners } from '@/server/mail/mail-owners'
import { wakeMails } from '@/server/mail/queue-mails'
import { teamLinkOf } from '@/server/mail/team-link-of'
import { seedExportMail } from '@/server/mail/templates/seed-export'

type Row = Pick<
  typeof seedExports.$inferSelect,
  'id' | 'businessId' | 'ownerId' | 'state' | 'reason' | 'fingerprint' | 'opensAt' | 'expiresAt'
>

/** Emails every owner of the business the new state of an export, in the caller's transaction, once for each state. */
export async function mailExport(ctx: Pick<OperatorCtx, 'db' | 'now' | 'afterCommit'>, row: Row): Promise<void> {
  const { db, afterCommit } = ctx
  const { id, businessId, ownerId, ...facts } = row
  const [owner] = await db.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, ownerId))
  const url = await teamLinkOf(ctx, businessId)
  await mailOwners(ctx, {
    businessId,
    source: 'seed-export',
    sourceId: id,
    onceKey: `seed-export:${id}:${facts.state}`,
    write: (receiver) =>
      seedExportMail({
        ...facts,
        ...receiver,
        receiver: `${owner?.name ?? ''} (${owner?.email ?? ''})`,
        url,
      }),
  })
  afterCommit(wakeMails)
}
