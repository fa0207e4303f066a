import type { Chain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { type GasNeed, growTopUps } from '@/server/queue/grow-top-ups'
import { insertTransactions } from '@/server/queue/insert-transactions'
import { lockOpen } from '@/server/queue/lock-open'
import { openLanes } from '@/server/queue/open-lanes'
import { listPlatformWallets, type PlatformSigner, type PlatformWallet } from './gas-wallet'

/**
 * Queues native transfers to wallets that lack gas: from the gas wallet, and to the platform's own wallets from the
 * treasury. A unique index allows one at a time per wallet. Returns false if the installation has no gas wallet.
 */
export async function requestTopUps(ctx: WorkerCtx, chain: Chain, needs: GasNeed[]): Promise<boolean> {
  if (needs.length === 0) return true
  const platform = await listPlatformWallets(ctx)
  const gas = platform.find((wallet) => wallet.purpose === 'GAS')
  if (!gas) return false
  const treasury = platform.find((wallet) => wallet.purpose === 'TREASURY') ?? gas
  const isOwn = ({ lane }: GasNeed) => platform.some((wallet) => wallet.address === lane.address)
  const rows = needs.filter(isOwn).flatMap(({ lane, shortUnits }) => {
    // No other wallet tops up the treasury: an alarm tells operators to fill it.
    if (lane.address === treasury.address) return []
    return [
      topUp(chain, treasury, {
        toAddress: lane.address,
        amountUnits: topUpAmount(shortUnits, chain),
        servedTransactionId: null,
      }),
    ]
  })
  const others = needs.filter((need) => !isOwn(need))
  for (const { address, units, served } of await growTopUps(ctx, chain, others))
    rows.push(topUp(chain, gas, { toAddress: address, amountUnits: units, servedTransactionId: served }))
  if (rows.length === 0) return true
  await openPlatformLanes(ctx, chain.chainId, [gas, treasury])
  await insertTopUps(rows)
  return true
}

/**
 * Inserts no top-up for a transaction that has ended meanwhile: it was charged already, and no transaction would pay
 * for the top-up.
 */
async function insertTopUps(rows: ReturnType<typeof topUp>[]): Promise<void> {
  await inWorker(async ({ db }) => {
    const served = rows.flatMap(({ servedTransactionId }) => servedTransactionId ?? [])
    const open = await lockOpen(db, served)
    const openRows = rows.filter(({ servedTransactionId: id }) => id === null || open.has(id))
    await insertTransactions(db, openRows)
  })
}

/** Opens lanes of the platform's wallets. */
export function openPlatformLanes(
  { db }: WorkerCtx,
  chainId: number,
  platform: readonly PlatformSigner[],
): Promise<void> {
  return openLanes(
    db,
    platform.map(({ businessId, id: walletId, address }) => ({ businessId, chainId, walletId, address })),
  )
}

/** The fields that all transactions of the platform itself have in common. */
export function platformTransaction(chain: Chain, sender: PlatformSigner) {
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

type TopUp = { toAddress: string; amountUnits: bigint; servedTransactionId: string | null }

/** The chain's target balance, or the missing amount if that is more. */
function topUpAmount(shortUnits: bigint, { gasTargetUnits }: Chain): bigint {
  return gasTargetUnits > shortUnits ? gasTargetUnits : shortUnits
}

function topUp(chain: Chain, from: PlatformWallet, fields: TopUp) {
  return { ...platformTransaction(chain, from), type: 'GAS_TOPUP' as const, ...fields }
}
