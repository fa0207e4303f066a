import type { ChainFinding } from '@/db/schema/recoveries'
import { type Chain, listChains } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { logger } from '@/server/logger'
import { endCleanRecovery } from '@/server/recovery/end-recovery'
import { findRecovery } from '@/server/recovery/find-recovery'
import { type Recovery, recordSnapshot } from '@/server/recovery/record-snapshot'
import { prepareRecovery } from './begin-restore-recovery'
import { resyncChain } from './resync-chain'
import { resyncFeePayer } from './resync-fee-payer'
import { applyStops } from './stops/apply-stops'

/**
 * One run of an open recovery. Compares each served chain with the database, stores the findings for the operators, and
 * ends the recovery if nothing prevents it. Returns whether a recovery is open.
 */
export async function snapshotChains(ctx: WorkerCtx): Promise<boolean> {
  const recovery = await findRecovery(ctx)
  if (!recovery) return false
  await prepareRecovery()
  const served = (await listChains()).filter(({ rpcUrls }) => rpcUrls.length > 0)
  const findings = await Promise.all(served.map((chain) => snapshotChain(ctx, chain, recovery)))
  const noted = await recordSnapshot(ctx, recovery, findings)
  // Before the platform sends again: a backup may allow things that were stopped after it.
  await applyStops(ctx)
  return noted === null || !(await endCleanRecovery(ctx, noted))
}

async function snapshotChain(ctx: WorkerCtx, chain: Chain, recovery: Recovery): Promise<ChainFinding> {
  const { chainId } = chain
  const before = recovery.findings.find((finding) => finding.chainId === chainId)
  try {
    if (chain.chainType === 'SOLANA') return await resyncFeePayer(ctx, chain, { before, recovery })
    return await resyncChain(ctx, chain, recovery)
  } catch (error) {
    logger().warn({ err: error, chainId }, 'a recovery could not compare a chain')
    return { ...before, chainId, state: 'silent', detail: 'The chain could not be read; it is read again.' }
  }
}
