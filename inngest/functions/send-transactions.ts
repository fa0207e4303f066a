import { defineWorker } from '@/inngest/define-worker'
import { chainDue } from '@/inngest/events'
import { findChain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { findDueChains } from '@/server/engine/run-engine'
import { runSolanaEngine } from '@/server/engine/solana/run-solana-engine'

const STAYING = { lingerMs: 1_000 }

/** Drains the lanes of one chain and watches its blocks until nothing is open. */
export const sendTransactions = defineWorker({
  // The job engine stores this id, so it does not change.
  name: 'pump-chain',
  event: chainDue,
  concurrency: { key: 'event.data.chainId', limit: 2 },
  findDue: findDueChains,
  run: async (ctx, { chainId }) => {
    const { unfinished, counts } = await run(ctx, chainId)
    return { nextAt: unfinished ? ctx.now() : null, counts }
  },
})

async function run(ctx: WorkerCtx, chainId: number): ReturnType<typeof runEvmEngine> {
  const chain = await findChain(chainId)
  return chain?.chainType === 'SOLANA' ? runSolanaEngine(ctx, chain, STAYING) : runEvmEngine(ctx, chainId, STAYING)
}
