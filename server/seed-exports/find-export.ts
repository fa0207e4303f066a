import { and, desc, eq, getTableColumns, gt, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { seedExports, users } from '@/db/schema'
import type { SeedExportState } from '@/schemas/seed-exports/words'
import type { WorkerCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import type { SeedExportRow } from './view'

export const OPEN_STATES = ['APPROVED', 'CONFIRMED', 'SEALED'] satisfies SeedExportState[]

const { sealed: _sealed, publicKey: _key, ...shown } = getTableColumns(seedExports)

/** The newest export of a business's seed, or null. */
export async function findExport(db: Database, businessId: string): Promise<SeedExportRow | null> {
  const [row] = await db
    .select({ ...shown, ownerName: users.name, ownerEmail: users.email })
    .from(seedExports)
    .innerJoin(users, eq(users.id, seedExports.ownerId))
    .where(eq(seedExports.businessId, businessId))
    .orderBy(desc(seedExports.createdAt), desc(seedExports.id))
    .limit(1)
  return row ?? null
}

type ExportRef = { exportId: string; businessId?: string; states: readonly SeedExportState[] }

/** Locks an export that is in one of these states and not expired. Throws not_found, and failed if its step is over. */
export async function lockExport(
  { db, now }: Pick<WorkerCtx, 'db' | 'now'>,
  { exportId, businessId, states }: ExportRef,
): Promise<typeof seedExports.$inferSelect> {
  const ofBusiness = businessId === undefined ? undefined : eq(seedExports.businessId, businessId)
  const [row] = await db
    .select()
    .from(seedExports)
    .where(and(eq(seedExports.id, exportId), ofBusiness))
    .for('update')
  if (!row) throw notFound('Export')
  if (!states.includes(row.state) || row.expiresAt.getTime() <= now().getTime())
    throw new ApiError('failed', 'This step of the export is over. Reload the page to see where it stands.')
  return row
}

/** Whether a business has an export that can still end in a file. */
export async function hasOpenExport({ db, now }: Pick<WorkerCtx, 'db' | 'now'>, businessId: string): Promise<boolean> {
  const isOpen = and(inArray(seedExports.state, [...OPEN_STATES]), gt(seedExports.expiresAt, now()))
  return (await db.$count(seedExports, and(eq(seedExports.businessId, businessId), isOpen))) > 0
}
