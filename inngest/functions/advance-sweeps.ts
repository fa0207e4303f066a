import { defineWorker } from '@/inngest/define-worker'
import { sweepRulesDue } from '@/inngest/events'
import { advanceSweeps as advance } from '@/server/sweeps/advance-sweeps'
import { nextSweepAt } from '@/server/sweeps/find-due'

/** Moves what arrived in wallets to where sweep rules say. */
export const advanceSweeps = defineWorker({
  name: 'advance-sweeps',
  event: sweepRulesDue,
  concurrency: { limit: 1 },
  async findDue(ctx) {
    const at = await nextSweepAt(ctx)
    return at !== null && at <= ctx.now() ? [{}] : []
  },
  run: advance,
})
