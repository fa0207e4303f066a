import { lanes, transactions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { findGasWallet } from '../gas-wallet'
import type { Lane } from './open-lanes'

export type GasNeed = { lane: Pick<Lane, 'address'>; shortUnits: bigint }

/** A wallet is filled for this many times what it lacks now, so that a busy one does not wait for each batch. */
const AHEAD = 4n

/**
 * Queues native transfers from the platform's gas wallet to wallets that lack gas; one at a time per wallet (a unique index sees to it).
 * Returns false when the installation has no gas wallet.
 */
export async function requestTopUps({ db, ...ctx }: WorkerCtx, chain: Chain, needs: GasNeed[]): Promise<boolean> {
  if (needs.length === 0) return true
  const gasWallet = await findGasWallet({ db, ...ctx })
  if (!gasWallet) return false
  const { businessId, id: walletId, address } = gasWallet
  await db.insert(lanes).values({ businessId, chainId: chain.chainId, walletId, address }).onConflictDoNothing()
  const rows = needs
    .filter(({ lane }) => lane.address !== address)
    .map(({ lane, shortUnits }) => ({
      businessId,
      walletId,
      laneWalletId: walletId,
      type: 'GAS_TOPUP' as const,
      chainType: chain.chainType,
      network: chain.network,
      chainId: chain.chainId,
      signerType: 'PLATFORM' as const,
      fromAddress: address,
      addressIndex: gasWallet.addressIndex,
      toAddress: lane.address,
      amountUnits: shortUnits * AHEAD,
      decimals: chain.nativeDecimals,
    }))
  if (rows.length > 0) await db.insert(transactions).values(rows).onConflictDoNothing()
  return true
}
