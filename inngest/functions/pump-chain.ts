import { inngest } from '@/inngest/client'
import { chainWoken } from '@/inngest/events'
import { findChain } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { pumpChain as pumpEvm } from '@/server/engine/evm/pump-chain'
import { pumpSolana } from '@/server/engine/solana/pump-solana'

/** Drains the lanes of one chain and watches its blocks until nothing is open. */
export const pumpChain = inngest.createFunction(
  {
    id: 'pump-chain',
    triggers: [chainWoken],
    concurrency: { key: 'event.data.chainId', limit: 2 },
    retries: 5,
    timeouts: { finish: '2m' },
  },
  async ({ event, step }) => {
    const { chainId } = event.data
    const { unfinished } = await step.run('pump', () => pump(chainId))
    if (unfinished) await step.sendEvent('again', chainWoken.create({ chainId }))
  },
)

async function pump(chainId: number): Promise<{ unfinished: boolean }> {
  const chain = await findChain(chainId)
  return chain?.chainType === 'SOLANA' ? pumpSolana(workerCtx(), chain) : pumpEvm(workerCtx(), chainId)
}
