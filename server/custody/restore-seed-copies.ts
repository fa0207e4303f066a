import { and, eq } from 'drizzle-orm'
import { walletSeeds } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { configuredKeks } from './configured-keks'
import { openEnvelope } from './envelope'
import { keyFaultOf } from './key-fault'
import { seedBinding } from './seed-binding'
import { readSeedCopies, type SeedCopy } from './seed-copies'

/**
 * A copy that was not restored. `differs`: the business now has another seed. `closed`: no key of CUSTODY_KEK opens it.
 */
type RefusedCopy = { businessId: string; why: 'differs' | 'closed' }
export type RestoredSeeds = { restored: string[]; refused: RefusedCopy[] }

/**
 * Restores the seeds that SEED_COPY_DIR has and the database lacks, each verified by opening it. `prepare` creates the
 * business if that is missing too. Can be repeated.
 */
export async function restoreSeedCopies(
  { db }: Pick<WorkerCtx, 'db'>,
  { folder, prepare }: { folder: string; prepare: (copy: SeedCopy) => Promise<void> },
): Promise<RestoredSeeds> {
  const outcome: RestoredSeeds = { restored: [], refused: [] }
  for (const copies of bySeed(await readSeedCopies(folder)).values()) {
    const [{ businessId, version, id }] = copies
    const ofBusiness = and(eq(walletSeeds.businessId, businessId), eq(walletSeeds.version, version))
    const [existing] = await db.select({ id: walletSeeds.id }).from(walletSeeds).where(ofBusiness)
    if (existing && existing.id !== id) outcome.refused.push({ businessId, why: 'differs' })
    if (existing) continue
    const proven = await findProven(copies)
    if (!proven) {
      outcome.refused.push({ businessId, why: 'closed' })
      continue
    }
    await prepare(proven)
    const { seedSealed, dataKeyWrapped, kekId } = proven
    await db.insert(walletSeeds).values({ id, businessId, version, seedSealed, dataKeyWrapped, kekId })
    outcome.restored.push(businessId)
  }
  return outcome
}

type Copies = [SeedCopy, ...SeedCopy[]]

/** A seed has one copy for each key-encryption key that sealed it. */
function bySeed(copies: readonly SeedCopy[]): Map<string, Copies> {
  const found = new Map<string, Copies>()
  for (const copy of copies) {
    const others = found.get(copy.id)
    if (others) others.push(copy)
    else found.set(copy.id, [copy])
  }
  return found
}

async function findProven(copies: Copies): Promise<SeedCopy | null> {
  for (const copy of copies) {
    if (!configuredKeks('seeds').ids.includes(copy.kekId)) continue
    const opened = await openEnvelope({ ...copy, sealed: copy.seedSealed }, seedBinding(copy)).catch(
      (error: unknown) => {
        if (keyFaultOf(error) === 'wrong_key') return null
        throw error
      },
    )
    opened?.fill(0)
    if (opened) return copy
  }
  return null
}
