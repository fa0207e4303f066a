import { defineWorker } from '@/inngest/define-worker'
import { tokensDue } from '@/inngest/events'
import { findTokenChains, runTokenFollower } from '@/server/tokens/follow/follow-tokens'

/** Reads the blocks of one chain for the tokens that live on it. */
export const followTokens = defineWorker({
  name: 'follow-tokens',
  event: tokensDue,
  concurrency: { key: 'event.data.chainId', limit: 2 },
  findDue: findTokenChains,
  run: runTokenFollower,
})
