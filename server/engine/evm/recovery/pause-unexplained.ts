import { and, inArray, isNotNull } from 'drizzle-orm'
import { wallets } from '@/db/schema'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { type Lane, pauseLanes } from '@/server/engine/evm/open-lanes'
import { compareThese } from '@/server/engine/recovery/compare-lanes'

const PAUSE_MS = 30_000
const REASON = 'The chain has transactions of the wallet that a restored backup lacks; an operator was notified'

/**
 * Pauses lanes of wallets that a restore added and no recovery has compared, if their chain has transactions that the
 * database lacks: a repeated request would be paid twice. A recovery compares a wallet with open transactions, so "Stop
 * sending" and "Send again" end the pause. Returns the other lanes. Throws RpcUnavailableError, RpcError.
 */
export async function pauseUnexplained(ctx: WorkerCtx, chain: Chain, lanes: readonly Lane[]): Promise<Lane[]> {
  const unused = lanes.filter(({ nextNonce }) => nextNonce === null).map(({ walletId }) => walletId)
  if (unused.length === 0) return [...lanes]
  const restored = await ctx.db
    .select({ walletId: wallets.id, address: wallets.address })
    .from(wallets)
    .where(and(inArray(wallets.id, unused), isNotNull(wallets.restored)))
  const ahead = await compareThese(
    ctx,
    chain,
    restored.map((wallet) => ({ ...wallet, isPlatform: false })),
  )
  const paused = lanes.filter(({ walletId }) => ahead.some((one) => one.walletId === walletId))
  for (const { chainId, address } of paused) {
    const message = `${address} was restored, and its chain has transactions that the database lacks. Ask its business whether what waits repeats one of them: cancel it, or stop sending and send again.`
    await raiseAlarm(ctx.db, { kind: 'needs_operator', chainId, subject: address, message })
  }
  await pauseLanes(
    ctx,
    paused.map((lane) => ({ lane, reason: REASON, pauseMs: PAUSE_MS })),
  )
  return lanes.filter((lane) => !paused.includes(lane))
}
