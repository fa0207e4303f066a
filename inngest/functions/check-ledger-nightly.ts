import { inngest } from '@/inngest/client'
import { workerCtx } from '@/server/ctx'
import { checkLedger } from '@/server/ledger/check-ledger'

/** Adds up every entry of the ledger, once a night. */
export const checkLedgerNightly = inngest.createFunction(
  {
    id: 'check-books',
    triggers: [{ cron: '47 2 * * *' }],
    retries: 3,
    concurrency: { limit: 1 },
    timeouts: { finish: '30m' },
  },
  async ({ step }) => ({ faults: await step.run('add-up', () => checkLedger(workerCtx())) }),
)
