import { claimInterval } from '@/server/alarms/heartbeat'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { beginDueRecovery, prepareRecovery } from '@/server/engine/recovery/begin-restore-recovery'
import { detectRewind } from '@/server/engine/recovery/detect-rewind'
import { detectChainsAhead, detectOtherDatabase } from '@/server/engine/recovery/notice-restore'
import { snapshotChains } from '@/server/engine/recovery/snapshot-chains'
import { applyStops } from '@/server/engine/recovery/stops/apply-stops'
import { findRecovery } from '@/server/recovery/find-recovery'
import {
  endRestoreCheck,
  isHeld,
  isRecovering,
  recordCompared,
  uncomparedChains,
} from '@/server/recovery/is-recovering'
import { addSkippedWallets, hasSkippedWallets } from '@/server/wallets/add-skipped-wallets'
import { forgetActiveWallets } from '@/server/wallets/require-active-wallet'

const POLL_EVERY_MS = 15_000
const COMPARE_EVERY_MS = 60_000

/**
 * At the start of a process, which sends nothing before: whether the database is older than its chains. Nothing is sent
 * on a chain that does not answer until it was compared. Throws if Postgres does not answer.
 */
export async function detectRestore(): Promise<void> {
  const ctx = workerCtx()
  await detectOtherDatabase(ctx)
  await detectRewind(ctx)
  endRestoreCheck(await detectChainsAhead(ctx))
}

/**
 * Every 10 seconds: whether the database was replaced or set back under this process. Not before the check at its
 * start, which does the same.
 */
export async function watchDatabase(ctx: WorkerCtx): Promise<void> {
  if (isHeld()) return
  await detectOtherDatabase(ctx)
  await detectRewind(ctx)
}

/**
 * Begins a recovery that this process noticed and could not open, and compares the chains that did not answer at its
 * start. One process at a time also checks the chains of an open recovery, or whether a recovery has to begin.
 */
export async function watchRestore(ctx: WorkerCtx): Promise<void> {
  await beginDueRecovery()
  if (await isRecovering()) forgetActiveWallets()
  await compareRest(ctx)
  if (await claimInterval(ctx, { name: 'recovery-look', everyMs: POLL_EVERY_MS - 1_000 })) {
    if (await runRecovery(ctx)) return
  }
  if (await claimInterval(ctx, { name: 'recovery-compare', everyMs: COMPARE_EVERY_MS - 1_000 }))
    await detectChainsAhead(ctx)
}

/**
 * One turn of an open recovery, which does not end automatically before the platform has tried to add all wallets,
 * because they must be compared and stopped. If a seed does not open, or operators ended the recovery earlier, the
 * other wallets are added afterwards. Returns whether one is open.
 */
async function runRecovery(ctx: WorkerCtx): Promise<boolean> {
  const isOpen = (await findRecovery(ctx)) !== null
  // Skips the address indices whose wallets are added.
  if (isOpen) await prepareRecovery()
  else if (!(await hasSkippedWallets(ctx))) return false
  const isTried = await addSkippedWallets(ctx)
  if (isOpen) return !isTried || snapshotChains(ctx)
  // The recovery has reapplied only the stops that existed.
  await applyStops(ctx)
  return false
}

async function compareRest(ctx: WorkerCtx): Promise<void> {
  const rest = uncomparedChains()
  if (rest.size === 0) return
  const silent = new Set(await detectChainsAhead(ctx, rest))
  for (const chainId of [...rest]) if (!silent.has(chainId)) recordCompared(chainId)
}
