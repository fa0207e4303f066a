import { newId } from '@/db/new-id'
import { paymentSweeps } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import type { PlatformSigner } from '@/server/platform/gas-wallet'
import { queueTransactions } from '@/server/platform/queue-transactions'

type Move = {
  kind: 'SWEEP' | 'RESCUE'
  signer: PlatformSigner
  /** Null for the native coin. */
  tokenAddress: string | null
  /** The decimals of the token or the native coin. */
  decimals: number
  units: bigint
  toAddress: string
  reason: string
  createdBy: string
  /** The second person who approved a recovery. */
  approvedBy?: string
}

/**
 * Queues a transfer from a payment address, in the caller's transaction; the caller wakes the chain. Returns its
 * transaction id.
 */
export async function queueMove(ctx: WorkerCtx, chain: Chain, { signer, decimals, ...move }: Move): Promise<string> {
  const { tokenAddress, units: amountUnits, toAddress } = move
  const token = tokenAddress === null ? {} : { tokenAddress, decimals }
  const intent = { type: 'SWEEP', signer, toAddress, amountUnits, callData: null, gasLimit: null, ...token } as const
  const [transactionId] = await queueTransactions(ctx, chain, [intent])
  if (!transactionId) throw new Error('the sweep was not queued')
  const id = newId()
  await ctx.db
    .insert(paymentSweeps)
    .values({ ...move, id, walletId: signer.id, chainId: chain.chainId, transactionId, createdAt: ctx.now() })
  return id
}
