import { newId } from '@/db/new-id'
import type { TransactionRow } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { insertTransactions } from '@/server/queue/insert-transactions'
import type { PlatformSigner } from './gas-wallet'
import { openPlatformLanes, platformTransaction } from './top-up'

/** A transaction of a wallet of the platform: no policy, budget or balance applies to it. */
type PlatformIntent = {
  /** A wallet of the platform, of any purpose. */
  signer: PlatformSigner
  type: 'TRANSFER' | 'DEPLOY' | 'TOKEN_OPERATION' | 'SWEEP'
  /** The zero address of a DEPLOY means no recipient: its calldata is creation code. */
  toAddress: string
  /** The token that a TRANSFER or a SWEEP moves, with its decimals; without a token it moves the native coin. */
  tokenAddress?: string
  decimals?: number
  /** The most that a SWEEP may move. */
  amountUnits: bigint
  callData: TransactionRow['callData']
  /** Null if the engine determines it (transfers, sweeps). */
  gasLimit: bigint | null
}

/**
 * Queues transactions of the platform's wallets, all or none, in the caller's transaction; the caller wakes the chain.
 * Returns their ids, in order.
 */
export async function queueTransactions(
  ctx: WorkerCtx,
  chain: Chain,
  intents: readonly PlatformIntent[],
): Promise<string[]> {
  if (intents.length === 0) return []
  await openPlatformLanes(
    ctx,
    chain.chainId,
    intents.map(({ signer }) => signer),
  )
  const rows = intents.map(({ signer, ...what }) => ({ ...platformTransaction(chain, signer), ...what, id: newId() }))
  if ((await insertTransactions(ctx.db, rows)) !== rows.length) throw new Error('not all of them could be queued')
  return rows.map(({ id }) => id)
}
