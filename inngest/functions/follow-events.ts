import { defineWorker } from '@/inngest/define-worker'
import { indexerDue } from '@/inngest/events'
import { findFollowedChains, runFollower } from '@/server/indexer/follow/run-follower'

/** Reads the blocks of one chain for those who subscribe to its events. */
export const followEvents = defineWorker({
  name: 'follow-events',
  event: indexerDue,
  concurrency: { key: 'event.data.chainId', limit: 2 },
  findDue: findFollowedChains,
  run: runFollower,
})
