import { plan, type Stage, waitUntilIdle } from './scenario'
import { GWEI, holdBaseFee, settleBaseFee } from './stack/base-fee'
import type { FaultChain } from './stack/fault-chain'
import { sendTransfers, type Transfer } from './transfers'

/**
 * Lets the wallets send something at a base fee (in wei), so that they have gas for what comes: a wallet that lacks
 * some gets four times as much. Returns what was sent, to be checked with the rest.
 */
export async function fillWithGas(
  stage: Stage,
  chain: FaultChain,
  wallets: readonly string[],
  baseFee = GWEI,
): Promise<Transfer[]> {
  const shape = { chainId: chain.chainId, wallets, count: wallets.length * 3, webhooks: 0 }
  const transfers = plan(stage, { label: 'gas', ...shape })
  await settleBaseFee(chain, baseFee)
  const { release } = await holdBaseFee(chain, baseFee)
  try {
    await sendTransfers(stage.api, transfers, { spreadMs: 0, random: stage.random })
    await waitUntilIdle(stage.world)
  } finally {
    release()
  }
  return transfers
}
