import type { ChainFinding } from '@/db/schema/recoveries'
import { type Chain, listChains } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { logger } from '@/server/logger'
import { endLevelRecovery } from '@/server/recovery/end-recovery'
import { findRecovery } from '@/server/recovery/find-recovery'
import { noteLook, type Recovery } from '@/server/recovery/note-look'
import { type ChainLook, levelChain } from './level-chain'
import { levelFeePayer } from './level-fee-payer'

/**
 * One look of an open recovery: brings each served chain level with the database as far as that can be proven, keeps what was found for the
 * operators, and ends the recovery where nothing speaks against it. Returns whether one is open.
 */
export async function lookAtChains(ctx: WorkerCtx): Promise<boolean> {
  const recovery = await findRecovery(ctx)
  if (!recovery) return false
  const served = (await listChains()).filter(({ rpcUrls }) => rpcUrls.length > 0)
  const looks = await Promise.all(served.map((chain) => lookAt(ctx, chain, recovery)))
  const noted = await noteLook(ctx, recovery, {
    findings: looks.map(({ finding }) => finding),
    lost: looks.flatMap(({ lost }) => lost),
  })
  return !(await endLevelRecovery(ctx, noted))
}

async function lookAt(ctx: WorkerCtx, chain: Chain, { settledBlocks }: Recovery): Promise<ChainLook> {
  const { chainId } = chain
  try {
    if (chain.chainType === 'SOLANA') return { finding: await levelFeePayer(ctx, chain), lost: [] }
    return await levelChain(ctx, chain, BigInt(settledBlocks[chainId] ?? 0))
  } catch (error) {
    logger().warn({ err: error, chainId }, 'a recovery could not look at a chain')
    const finding: ChainFinding = {
      chainId,
      state: 'silent',
      detail: 'The chain could not be read; it is asked again.',
    }
    return { finding, lost: [] }
  }
}
