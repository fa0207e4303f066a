import { isNull } from 'drizzle-orm'
import { sessions } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { revokeEveryLink } from './links/revoke-links'

/**
 * Ends all sign-ins and one-time links: a restored database has sessions, passwords and members that were ended after
 * the backup.
 */
export async function revokeEverySession(ctx: Pick<WorkerCtx, 'db' | 'now'>): Promise<void> {
  const { db, now } = ctx
  await revokeEveryLink(ctx)
  await db.update(sessions).set({ revokedAt: now() }).where(isNull(sessions.revokedAt))
}
