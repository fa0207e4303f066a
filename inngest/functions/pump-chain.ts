import { definePump } from '@/inngest/define-pump'
import { chainDue } from '@/inngest/events'
import { findChain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { pumpChain as pumpEvm } from '@/server/engine/evm/pump-chain'
import { findDueChains } from '@/server/engine/run-pump'
import { pumpSolana } from '@/server/engine/solana/pump-solana'

const STAYING = { lingerMs: 1_000 }

/** Drains the lanes of one chain and watches its blocks until nothing is open. */
export const pumpChain = definePump({
  name: 'pump-chain',
  event: chainDue,
  concurrency: { key: 'event.data.chainId', limit: 2 },
  findDue: findDueChains,
  run: async (ctx, { chainId }) => {
    const { unfinished, did } = await pump(ctx, chainId)
    return { nextAt: unfinished ? ctx.now() : null, did }
  },
})

async function pump(ctx: WorkerCtx, chainId: number): ReturnType<typeof pumpEvm> {
  const chain = await findChain(chainId)
  return chain?.chainType === 'SOLANA' ? pumpSolana(ctx, chain, STAYING) : pumpEvm(ctx, chainId, STAYING)
}
