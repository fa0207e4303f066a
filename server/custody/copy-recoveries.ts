import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { type FirstIndex, listFirstIndices } from '@/server/recovery/first-indices'
import { writeSynced } from './write-synced'

/** The first index, and the milliseconds at which the recovery began: the name is the record, whatever a crash left. */
const NAME = /^recovery_(\d{1,10})_(\d{1,15})\.[^.]+\.txt$/
const TEXT =
  'The address index from which on wallets were created after a restore, and when that began: see the name.\n'

/** `kept` are all that the folder has; `lacking` of the database's could not be written there, and why. */
export type RecoveryCopies = { kept: FirstIndex[]; lacking: number; reason: string }

/**
 * Stores in SEED_COPY_DIR, for each recovery, the first address index of wallets created after it. A backup that is
 * restored a second time does not know of the first: wallets were created from that index on, and are added again.
 * Nothing there is changed or removed. Does nothing where the variable is not set.
 */
export async function copyRecoveries(ctx: Pick<WorkerCtx, 'db'>): Promise<RecoveryCopies> {
  const folder = env().SEED_COPY_DIR
  if (folder === undefined) return { kept: [], lacking: 0, reason: '' }
  const copied = new Map<number, FirstIndex>()
  const recorded = await listFirstIndices(ctx)
  const lacking = () => recorded.filter(({ firstIndex }) => !copied.has(firstIndex))
  try {
    for (const one of parse(await readdir(folder))) copied.set(one.firstIndex, one)
    for (const one of lacking()) {
      // A unique name: another process may write the same.
      const name = `recovery_${one.firstIndex}_${one.since.getTime()}.${randomUUID()}.txt`
      await writeSynced(join(folder, name), TEXT)
      copied.set(one.firstIndex, one)
    }
    return { kept: [...copied.values()], lacking: 0, reason: '' }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return { kept: [...copied.values()], lacking: lacking().length, reason }
  }
}

function parse(names: readonly string[]): FirstIndex[] {
  return names.flatMap((name) => {
    const [, firstIndex, since] = NAME.exec(name) ?? []
    return since === undefined ? [] : [{ firstIndex: Number(firstIndex), since: new Date(Number(since)) }]
  })
}
