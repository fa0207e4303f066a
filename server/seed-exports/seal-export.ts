import { and, eq } from 'drizzle-orm'
import { businesses, seedExports } from '@/db/schema'
import { STEP_HOURS } from '@/schemas/seed-exports/words'
import { inOperator, seedsCtx, workerCtx } from '@/server/ctx'
import { sealSeedTo } from '@/server/custody/seal-seed-to'
import { MS_PER_HOUR } from '@/server/durations'
import { isUuid } from '@/server/text/is-uuid'
import { auditStep } from './audit-step'
import { lockExport } from './find-export'
import { mailExport } from './mail-export'

type Order = { exportId: string; fingerprint: string }

const ON_HOST = { actor: { type: 'system', id: 'migrate' }, requestId: 'migrate' } as const

/**
 * Seals the seed of a confirmed export to its owner's key, once its waiting time is over. `migrate` runs it on the
 * host; the app never does. `fingerprint` is the fingerprint that the owner read out, so that a key that replaced
 * theirs in the row is refused. Only one of two concurrent runs does it. Throws a message for the person who runs it.
 */
export async function sealExport({ exportId, fingerprint }: Order): Promise<void> {
  if (!isUuid(exportId)) throw new Error('There is no such export')
  const named = fingerprint.replaceAll(/[\s:]/g, '').toLowerCase()
  const [found] = await workerCtx()
    .db.select({ row: seedExports, business: businesses.status })
    .from(seedExports)
    .innerJoin(businesses, eq(businesses.id, seedExports.businessId))
    .where(eq(seedExports.id, exportId))
  if (!found) throw new Error('There is no such export')
  const { row, business } = found
  const { publicKey, opensAt, businessId } = row
  if (row.state !== 'CONFIRMED' || publicKey === null || opensAt === null)
    throw new Error(`This export is ${row.state}: it is sealed once, after its owner named a key`)
  if (opensAt.getTime() > Date.now()) throw new Error(`Nothing is sealed before ${opensAt.toISOString()}`)
  if (business !== 'active') throw new Error('The business is suspended: nothing is sealed')
  if (row.fingerprint !== named) throw new Error('The key of this export has another fingerprint')
  // Outside of a transaction, because it calls the key service.
  const sealed = await sealSeedTo(seedsCtx(), { businessId, publicKey, fingerprint: named })
  await inOperator(ON_HOST, async (ctx) => {
    const locked = await lockExport(ctx, { exportId, states: ['CONFIRMED'] })
    const expiresAt = new Date(ctx.now().getTime() + STEP_HOURS * MS_PER_HOUR)
    const done = { state: 'SEALED', sealed, expiresAt } as const
    await ctx.db
      .update(seedExports)
      .set(done)
      .where(and(eq(seedExports.id, exportId), eq(seedExports.fingerprint, named)))
    await mailExport(ctx, { ...locked, ...done })
    await auditStep(ctx, { name: 'sealed', of: locked, detail: { fingerprint: named } })
  })
}
