import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { platformSettings } from '@/db/schema'
import type { SetStatusPageInput, StatusSetting } from '@/schemas/status/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import { forgetCaches } from '@/server/changing-cache'
import type { OperatorCtx } from '@/server/ctx'
import { env } from '@/server/env'

const KEY = 'status-page'
const stored = z.object({ isPublic: z.boolean() })

/** Whether anyone may open the status page; off until an operator publishes it. */
export async function isStatusPagePublic({ db }: { db: Database }): Promise<boolean> {
  const [row] = await db.select().from(platformSettings).where(eq(platformSettings.key, KEY))
  return stored.safeParse(row?.value).data?.isPublic ?? false
}

export async function getStatusSetting(ctx: OperatorCtx): Promise<StatusSetting> {
  return { isPublic: await isStatusPagePublic(ctx), url: `${env().BASE_URL}/status` }
}

/** Publishes or unpublishes the status page. Audited if anything changes. */
export async function setStatusPagePublic(ctx: OperatorCtx, { isPublic }: SetStatusPageInput): Promise<void> {
  const { db } = ctx
  // The row that the next statement locks: operators who decide at once do so one after the other.
  await db
    .insert(platformSettings)
    .values({ key: KEY, value: { isPublic: false } })
    .onConflictDoNothing()
  const [before] = await db.select().from(platformSettings).where(eq(platformSettings.key, KEY)).for('update')
  if (stored.safeParse(before?.value).data?.isPublic === isPublic) return
  await db.update(platformSettings).set({ value: { isPublic } }).where(eq(platformSettings.key, KEY))
  ctx.afterCommit(forgetCaches)
  const action = isPublic ? 'status-page.published' : 'status-page.withdrawn'
  await appendPlatformAudit(ctx, { action, target: 'status page' })
}
