import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { findFeePayer } from '@/server/platform/ensure-fee-payer'
import { listPlatformWallets } from '@/server/platform/gas-wallet'

/** Where what was paid on a chain is kept; Solana has one wallet for that and for fees. Null before the seed ran. */
export async function findTreasury(
  ctx: Pick<WorkerCtx, 'db'>,
  { chainType }: Pick<Chain, 'chainType'>,
): Promise<{ id: string; address: string } | null> {
  if (chainType === 'SOLANA') return findFeePayer(ctx)
  return (await listPlatformWallets(ctx)).find(({ purpose }) => purpose === 'TREASURY') ?? null
}
