import { workerCtx } from '@/server/ctx'
import { pumpChain } from '@/server/engine/evm/pump-chain'
import { CHAIN_ID } from './local-chain'

/**
 * Runs the pump until nothing is open: on a busy machine one run's time, or a call that came back too late, leaves
 * something for the next.
 */
export async function drainChain(): Promise<void> {
  for (;;) {
    const { unfinished } = await pumpChain(workerCtx(), CHAIN_ID)
    if (!unfinished) return
  }
}
