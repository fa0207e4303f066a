import { isNull } from 'drizzle-orm'
import { sessions } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

/** Ends everybody's sign-ins: a restored database holds sessions, passwords and members that were ended after the backup. */
export async function revokeEverySession({ db, now }: Pick<WorkerCtx, 'db' | 'now'>): Promise<void> {
  await db.update(sessions).set({ revokedAt: now() }).where(isNull(sessions.revokedAt))
}
