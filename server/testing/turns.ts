import { claimCursor, releaseCursor } from '@/server/chains/cursor'
import { workerCtx } from '@/server/ctx'
import { fillLanes } from '@/server/engine/evm/fill-lanes'
import { releaseLanes } from '@/server/engine/evm/open-lanes'
import { replaceStuck } from '@/server/engine/evm/replace-stuck'
import { confirmMined, readNewBlocks } from '@/server/engine/evm/watch-chain'
import type { EngineWorld } from './engine-world'
import { CHAIN_ID } from './local-chain'
import { requireChain } from './require-chain'

const OWNER = 'the test'
const CURSOR = { chainId: CHAIN_ID, consumer: 'engine' } as const

/** One turn of the engine over the queue, as an owner of leases. */
export async function takeTurn({ ctx = workerCtx(), owner = OWNER } = {}): Promise<void> {
  await fillLanes(ctx, await requireChain(), owner)
}

/** One look at the blocks, and at what is stuck. */
export async function pollBlocks(ctx = workerCtx()): Promise<void> {
  const chain = await requireChain()
  const before = await claimCursor(ctx, CURSOR, { owner: OWNER, seconds: 60 })
  if (!before) throw new Error('another watches the chain')
  const position = await readNewBlocks(ctx, chain, before)
  await confirmMined(ctx, chain, position)
  await replaceStuck(ctx, chain, position)
  await releaseCursor(ctx, CURSOR, OWNER)
}

/** Runs the engine after the turns of a test, with blocks, until these transactions have ended. */
export async function finish(world: EngineWorld, ...ids: string[]): Promise<void> {
  await releaseLanes(workerCtx(), CHAIN_ID, OWNER)
  world.chain.resumeMining()
  await world.runUntilEnded(...ids)
}
