import { defineWorker } from '@/inngest/define-worker'
import { replaysDue } from '@/inngest/events'
import { findReplayedChains } from '@/server/indexer/replays/find-replayed-chains'
import { runReplays } from '@/server/indexer/replays/run-replays'

/** Reads past blocks of one chain for replays. */
export const replayEvents = defineWorker({
  name: 'replay-events',
  event: replaysDue,
  concurrency: { key: 'event.data.chainId', limit: 1 },
  findDue: findReplayedChains,
  run: runReplays,
})
