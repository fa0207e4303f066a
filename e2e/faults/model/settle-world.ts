import { setTimeout as pause } from 'node:timers/promises'
import { armCrash } from './crash'
import type { EngineWorld } from './engine-world'

/** It ends by its work: the limit is for what never ends, also on a busy machine. */
const ENDED_WITHIN_MS = 300_000
const BLOCK_EVERY_MS = 150
const GWEI = 1_000_000_000n

/** All faults end, funds are there, blocks come: returns whether everything ended. */
export async function settleWorld({ doors, sql, ask, setPlatformBalance }: EngineWorld): Promise<boolean> {
  armCrash(null)
  for (const door of doors) door.clear()
  await setPlatformBalance(10n ** 21n)
  const deadline = Date.now() + ENDED_WITHIN_MS
  while (Date.now() < deadline) {
    await ask('anvil_setNextBlockBaseFeePerGas', `0x${GWEI.toString(16)}`)
    await ask('evm_mine')
    const [row] = await sql`select count(*)::int as open from transactions where status = 'PENDING'`
    if (row?.open === 0) return true
    await pause(BLOCK_EVERY_MS)
  }
  return false
}
