import { defineWorker } from '@/inngest/define-worker'
import { depositsDue } from '@/inngest/events'
import { findWatchedChains } from '@/server/deposits/follow/find-watched-chains'
import { runDeposits } from '@/server/deposits/follow/follow-deposits'

/** Reads the blocks of one chain for deposits to wallets. */
export const followDeposits = defineWorker({
  name: 'follow-deposits',
  event: depositsDue,
  concurrency: { key: 'event.data.chainId', limit: 2 },
  findDue: findWatchedChains,
  run: runDeposits,
})
