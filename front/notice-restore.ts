import { setTimeout as wait } from 'node:timers/promises'
import { claimTurn } from '@/server/alarms/heartbeat'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { lookAtChains } from '@/server/engine/recovery/look-at-chains'
import { noticeChainsAhead, noticeOtherDatabase } from '@/server/engine/recovery/notice-restore'
import { endRestoreCheck } from '@/server/recovery/is-recovering'

/** A chain that hangs does not hold up the others for longer; it is compared with the next turn. */
const CHAINS_LIMIT_MS = 5_000
const LOOK_EVERY_MS = 15_000
const COMPARE_EVERY_MS = 60_000

/** At the start of a process, which sends nothing before: whether the database is older than its chains. Throws where Postgres does not answer. */
export async function noticeRestore(): Promise<void> {
  const ctx = workerCtx()
  await noticeOtherDatabase(ctx)
  await Promise.race([noticeChainsAhead(ctx), wait(CHAINS_LIMIT_MS, undefined, { ref: false })])
  endRestoreCheck()
}

/** In one process of all: looks at the chains of an open recovery, and else whether one has to begin. */
export async function watchRestore(ctx: WorkerCtx): Promise<void> {
  if (await claimTurn(ctx, { name: 'recovery-look', everyMs: LOOK_EVERY_MS - 1_000 })) {
    if (await lookAtChains(ctx)) return
  }
  if (await claimTurn(ctx, { name: 'recovery-compare', everyMs: COMPARE_EVERY_MS - 1_000 }))
    await noticeChainsAhead(ctx)
}
