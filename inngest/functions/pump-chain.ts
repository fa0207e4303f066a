import { inngest } from '@/inngest/client'
import { chainWoken } from '@/inngest/events'
import { workerCtx } from '@/server/ctx'
import { pumpChain as pump } from '@/server/transactions/engine/pump-chain'

/** Drains the lanes of one chain and watches its blocks until nothing is open. */
export const pumpChain = inngest.createFunction(
  { id: 'pump-chain', triggers: [chainWoken], concurrency: { key: 'event.data.chainId', limit: 2 }, retries: 5 },
  async ({ event, step }) => {
    const { chainId } = event.data
    const { unfinished } = await step.run('pump', () => pump(workerCtx(), chainId))
    if (unfinished) await step.sendEvent('again', chainWoken.create({ chainId }))
  },
)
