import { and, eq, inArray, lte } from 'drizzle-orm'
import { seedExports } from '@/db/schema'
import type { StopExportInput, StopExportOfBusinessInput } from '@/schemas/seed-exports/contract'
import type { OperatorCtx, TenantCtx, WorkerCtx } from '@/server/ctx'
import { auditStep } from './audit-step'
import { lockExport, OPEN_STATES } from './find-export'
import { mailExport } from './mail-export'

/** An owner of the business stops an export, whichever owner it was for. Throws not_found, and failed if it is over. */
export async function stopExport(ctx: TenantCtx, { exportId }: StopExportInput): Promise<void> {
  const { businessId } = ctx
  const row = await lockExport(ctx, { exportId, businessId, states: OPEN_STATES })
  await end(ctx, exportId)
  await mailExport(ctx, { ...row, state: 'STOPPED' })
  await auditStep(ctx, { name: 'stopped', of: row })
}

/** An operator stops it, with a reason that both audit chains keep. Throws as `stopExport`. */
export async function stopExportOfBusiness(
  ctx: OperatorCtx,
  { exportId, reason }: StopExportOfBusinessInput,
): Promise<void> {
  const row = await lockExport(ctx, { exportId, states: OPEN_STATES })
  await end(ctx, exportId)
  await mailExport(ctx, { ...row, state: 'STOPPED' })
  await auditStep(ctx, { name: 'stopped', of: row, detail: { reason } })
}

/** Ends exports whose step was not done in time, and erases their sealed content. Returns the number. */
export async function endExpiredExports({ db, now }: WorkerCtx, businessId?: string): Promise<number> {
  const ofBusiness = businessId === undefined ? undefined : eq(seedExports.businessId, businessId)
  const isExpired = and(inArray(seedExports.state, [...OPEN_STATES]), lte(seedExports.expiresAt, now()))
  const ended = await db
    .update(seedExports)
    .set({ state: 'STOPPED', sealed: null, endedAt: now() })
    .where(and(isExpired, ofBusiness))
    .returning({ id: seedExports.id })
  return ended.length
}

/**
 * Stops every open export: a restored database holds some that were stopped or taken after the backup. Returns how
 * many.
 */
export async function stopEveryExport({ db, now }: Pick<WorkerCtx, 'db' | 'now'>): Promise<number> {
  const stopped = await db
    .update(seedExports)
    .set({ state: 'STOPPED', sealed: null, endedAt: now() })
    .where(inArray(seedExports.state, [...OPEN_STATES]))
    .returning({ id: seedExports.id })
  return stopped.length
}

async function end({ db, now }: Pick<WorkerCtx, 'db' | 'now'>, exportId: string): Promise<void> {
  await db
    .update(seedExports)
    .set({ state: 'STOPPED', sealed: null, endedAt: now() })
    .where(eq(seedExports.id, exportId))
}
