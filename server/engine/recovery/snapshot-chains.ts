import type { ChainFinding } from '@/db/schema/recoveries'
import { type Chain, listChains } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { logger } from '@/server/logger'
import { endCleanRecovery } from '@/server/recovery/end-recovery'
import { findRecovery } from '@/server/recovery/find-recovery'
import { type Recovery, recordSnapshot } from '@/server/recovery/record-snapshot'
import { type ChainSnapshot, resyncChain } from './resync-chain'
import { resyncFeePayer } from './resync-fee-payer'
import { applyStops } from './stops/apply-stops'

/**
 * One run of an open recovery. Compares each served chain with the database, stores the findings for the operators, and
 * ends the recovery if nothing prevents it. Returns whether a recovery is open.
 */
export async function snapshotChains(ctx: WorkerCtx): Promise<boolean> {
  const recovery = await findRecovery(ctx)
  if (!recovery) return false
  const served = (await listChains()).filter(({ rpcUrls }) => rpcUrls.length > 0)
  const snapshots = await Promise.all(served.map((chain) => snapshotChain(ctx, chain, recovery)))
  const noted = await recordSnapshot(ctx, recovery, {
    findings: snapshots.map(({ finding }) => finding),
    lost: snapshots.flatMap(({ lost }) => lost),
  })
  // Before the platform sends again: a backup may let through what was stopped after it.
  await applyStops(ctx)
  return noted === null || !(await endCleanRecovery(ctx, noted))
}

async function snapshotChain(
  ctx: WorkerCtx,
  chain: Chain,
  { settledBlocks, findings }: Recovery,
): Promise<ChainSnapshot> {
  const { chainId } = chain
  const before = findings.find((finding) => finding.chainId === chainId)
  try {
    if (chain.chainType === 'SOLANA') return { finding: await resyncFeePayer(ctx, chain, before), lost: [] }
    return await resyncChain(ctx, chain, BigInt(settledBlocks[chainId] ?? 0))
  } catch (error) {
    logger().warn({ err: error, chainId }, 'a recovery could not compare a chain')
    const finding: ChainFinding = {
      ...before,
      chainId,
      state: 'silent',
      detail: 'The chain could not be read; it is asked again.',
    }
    return { finding, lost: [] }
  }
}
