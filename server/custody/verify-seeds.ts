import { inArray, or, sql } from 'drizzle-orm'
import { walletSeeds, wallets } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { deriveKeys } from './derive-keys'
import { openEnvelope } from './envelope'
import { keyFaultOf } from './key-fault'
import { seedBinding } from './seed-binding'

/**
 * The result of opening a stored seed; `message` is null if its first wallet has the address that is derived from the
 * seed.
 */
type ProvenSeed = { seedId: string; message: string | null }

type SeedRow = typeof walletSeeds.$inferSelect

/**
 * Opens one random seed under each key-encryption key, and the seeds of `again`, and derives the address of the first
 * wallet of each. Throws unavailable if a key service does not answer.
 */
export async function verifySeeds({ db }: Pick<WorkerCtx, 'db'>, again: readonly string[]): Promise<ProvenSeed[]> {
  const picked = db
    .selectDistinctOn([walletSeeds.kekId], { id: walletSeeds.id })
    .from(walletSeeds)
    .where(sql`exists (select 1 from ${wallets} where ${wallets.seedId} = ${walletSeeds.id})`)
    .orderBy(walletSeeds.kekId, sql`random()`)
  const isSelected = or(
    inArray(walletSeeds.id, picked),
    again.length > 0 ? inArray(walletSeeds.id, [...again]) : undefined,
  )
  const rows = await db.select().from(walletSeeds).where(isSelected)
  const proven: ProvenSeed[] = []
  for (const row of rows) proven.push({ seedId: row.id, message: await faultOf({ db }, row) })
  return proven
}

async function faultOf({ db }: Pick<WorkerCtx, 'db'>, row: SeedRow): Promise<string | null> {
  const [wallet] = await db
    .select()
    .from(wallets)
    .where(sql`${wallets.seedId} = ${row.id}`)
    .orderBy(wallets.addressIndex)
    .limit(1)
  if (!wallet) return null
  const derived = await firstAddress(row, wallet)
  if (derived === wallet.address) return null
  const problem = derived === null ? 'does not open' : `gives another address than ${wallet.address}`
  return `The seed ${row.id} of business ${row.businessId} ${problem}`
}

/** Null if the seed does not open. */
async function firstAddress(row: SeedRow, wallet: typeof wallets.$inferSelect): Promise<string | null> {
  const envelope = { sealed: row.seedSealed, dataKeyWrapped: row.dataKeyWrapped, kekId: row.kekId }
  try {
    const seed = await openEnvelope(envelope, seedBinding(row))
    const keys = deriveKeys(seed)
    seed.fill(0)
    const address =
      wallet.chainType === 'EVM' ? keys.evm(wallet.addressIndex).address : keys.solanaAddress(wallet.addressIndex)
    keys.wipe()
    return address
  } catch (error) {
    if (keyFaultOf(error) === 'wrong_key') return null
    throw error
  }
}
