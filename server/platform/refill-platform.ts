import { processRows } from '@/server/alarms/process-rows'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import { quarantinedIds } from '@/server/alarms/row-faults'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { formatAmount } from '@/server/money/amount'
import { exactAmount } from '@/server/money/display-amount'
import { isWalletUsed, listPlatformWallets, type PlatformWallet } from './gas-wallet'
import { requestTopUps } from './top-up'

/**
 * Refills the platform's wallets. Gas wallets and relayers below the chain's minimum balance are filled from the
 * treasury, and a treasury below its own minimum raises an alarm.
 */
export async function refillPlatform(ctx: WorkerCtx, chain: Chain): Promise<void> {
  const quarantined = new Set(quarantinedIds('platform wallet', ctx.now()))
  const wallets = (await listPlatformWallets(ctx)).filter(({ id }) => !quarantined.has(id))
  const used = wallets.filter((wallet) => isWalletUsed(chain, wallet))
  for (const { address: subject } of wallets.filter((wallet) => !isWalletUsed(chain, wallet)))
    await closeAlarm(ctx.db, { kind: ALARMS.RELAYER.kind, chainId: chain.chainId, subject })
  if (used.length === 0) return
  await processRows({
    noun: 'platform wallet',
    chainId: chain.chainId,
    now: ctx.now,
    list: async () => used.map(({ id }) => id),
    work: (only) =>
      refill(
        ctx,
        chain,
        used.filter(({ id }) => only?.includes(id) ?? true),
      ),
  })
}

async function refill(ctx: WorkerCtx, chain: Chain, wallets: readonly PlatformWallet[]): Promise<void> {
  const answers = await callRpcBatch(
    chain,
    wallets.map(({ address }) => ({ method: 'eth_getBalance', params: [address, 'latest'] })),
  )
  const holdings = wallets.map((wallet, index) => ({ wallet, units: readAnswer(quantity, answers[index]) }))
  const low = holdings.filter(({ wallet, units }) => wallet.purpose !== 'TREASURY' && units < chain.gasLowUnits)
  await requestTopUps(
    ctx,
    chain,
    low.map(({ wallet: { address }, units }) => ({
      lane: { address },
      shortUnits: chain.gasTargetUnits - units,
      servedTransactionId: null,
    })),
  )
  for (const { wallet, units } of holdings) await watchMark(ctx, chain, wallet, units)
}

const ALARMS = {
  TREASURY: { kind: 'treasury_low', name: 'The treasury' },
  GAS: { kind: 'gas_wallet_low', name: 'The gas wallet' },
  RELAYER: { kind: 'gas_wallet_low', name: 'A relayer' },
} as const

async function watchMark({ db }: WorkerCtx, chain: Chain, wallet: PlatformWallet, units: bigint): Promise<void> {
  const { kind, name } = ALARMS[wallet.purpose]
  const cause = { kind, chainId: chain.chainId, subject: wallet.address }
  const minimum = wallet.purpose === 'TREASURY' ? chain.treasuryLowUnits : chain.gasLowUnits
  if (units >= minimum) return closeAlarm(db, cause)
  const held = `${exactAmount(formatAmount(units, chain.nativeDecimals))} ${chain.nativeSymbol}`
  await raiseAlarm(db, { ...cause, message: `${name} on ${chain.name} holds only ${held}.` })
}
