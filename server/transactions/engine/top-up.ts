import { lanes, transactions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { listPlatformWallets, type PlatformWallet } from '../gas-wallet'
import type { Lane } from './open-lanes'

export type GasNeed = { lane: Pick<Lane, 'address'>; shortUnits: bigint }

/** A wallet is filled for this many times what it lacks now, so that a busy one does not wait for each batch. */
const AHEAD = 4n

/**
 * Queues native transfers to wallets that lack gas: from the gas wallet, and to the platform's own wallets from the treasury; one at a
 * time per wallet (a unique index sees to it). Returns false when the installation has no gas wallet.
 */
export async function requestTopUps(ctx: WorkerCtx, chain: Chain, needs: GasNeed[]): Promise<boolean> {
  if (needs.length === 0) return true
  const platform = await listPlatformWallets(ctx)
  const gas = platform.find((wallet) => wallet.purpose === 'GAS')
  if (!gas) return false
  const treasury = platform.find((wallet) => wallet.purpose === 'TREASURY') ?? gas
  const rows = needs.flatMap(({ lane, shortUnits }) => {
    const own = platform.find((wallet) => wallet.address === lane.address)
    const amount = shortUnits * AHEAD
    if (!own) return [topUp(chain, gas, lane.address, amount)]
    // Nobody fills the last source: an alarm asks a person to.
    if (own.address === treasury.address) return []
    return [topUp(chain, treasury, lane.address, amount > chain.gasTargetUnits ? amount : chain.gasTargetUnits)]
  })
  if (rows.length === 0) return true
  await openPlatformLanes(ctx, chain.chainId, [gas, treasury])
  await ctx.db.insert(transactions).values(rows).onConflictDoNothing()
  return true
}

/** A lane exists before anything is queued on it. */
export async function openPlatformLanes({ db }: WorkerCtx, chainId: number, platform: PlatformWallet[]): Promise<void> {
  await db
    .insert(lanes)
    .values(platform.map(({ businessId, id: walletId, address }) => ({ businessId, chainId, walletId, address })))
    .onConflictDoNothing()
}

/** What every transaction of the platform itself has in common. */
export function platformTransaction(chain: Chain, sender: PlatformWallet) {
  return {
    businessId: sender.businessId,
    walletId: sender.id,
    laneWalletId: sender.id,
    chainType: chain.chainType,
    network: chain.network,
    chainId: chain.chainId,
    signerType: 'PLATFORM' as const,
    fromAddress: sender.address,
    addressIndex: sender.addressIndex,
    decimals: chain.nativeDecimals,
  }
}

function topUp(chain: Chain, from: PlatformWallet, toAddress: string, amountUnits: bigint) {
  return { ...platformTransaction(chain, from), type: 'GAS_TOPUP' as const, toAddress, amountUnits }
}
