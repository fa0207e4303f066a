import { fillWithGas } from '@/e2e/faults/fill-with-gas'
import { type Played, plan, type Stage, waitForStage, waitUntilIdle } from '@/e2e/faults/scenario'
import { GWEI, settleBaseFee } from '@/e2e/faults/stack/base-fee'
import type { FaultChain } from '@/e2e/faults/stack/fault-chain'
import { pauseMining, resumeMining } from '@/e2e/faults/stack/mining'
import { sendTransfers } from '@/e2e/faults/transfers'
import { playRounds, type Round } from './rounds'

const SENT_WITHIN_MS = 60_000

/**
 * Transfers that were valid when they were planned and sent revert when they are mined: the token is gone by then. On
 * each chain.
 */
export async function lateRevert(stage: Stage): Promise<Played> {
  const chains = Array.from({ length: stage.rounds }, () => stage.stack.chains).flat()
  return playRounds(
    stage,
    chains.map((chain) => () => playOne(stage, chain)),
  )
}

async function playOne(stage: Stage, chain: FaultChain): Promise<Round> {
  const { world, api, random } = stage
  const [victim] = world.wallets
  if (!victim) throw new Error('the run has no wallet')
  const settings = { chainId: chain.chainId, wallets: [victim] }
  // A top-up that the transfers needed would wait for the very blocks that they wait for. What is left of the gas for
  // one transfer covers ten at the lower base fee.
  const gasFirst = await fillWithGas(stage, chain, [victim], 10n * GWEI)
  const transfers = plan(stage, { label: 'late-revert', ...settings, mayFail: /revert|exceeds balance|ERC20/i })
  const findings: string[] = []
  await pauseMining(chain)
  await settleBaseFee(chain, GWEI)
  await sendTransfers(api, transfers, { spreadMs: 0, random })
  const out = { stages: ['broadcast'], count: transfers.length, timeoutMs: SENT_WITHIN_MS }
  if (!(await waitForStage(world, transfers, out))) findings.push(`not all were sent within ${SENT_WITHIN_MS} ms`)
  const held = await chain.reader.tokenBalance(victim)
  await chain.ask('anvil_dealERC20', victim, chain.cngn, '0x0')
  await resumeMining(chain)
  const healthyAt = Date.now()
  await waitUntilIdle(world)
  await chain.ask('anvil_dealERC20', victim, chain.cngn, `0x${held.toString(16)}`)
  const reverted = await countReverted(
    stage,
    transfers.map(({ key }) => key),
  )
  if (reverted !== transfers.length) findings.push(`${reverted} of ${transfers.length} say that they reverted on chain`)
  return { name: `late revert on ${chain.chainId}`, transfers: [...gasFirst, ...transfers], healthyAt, findings }
}

/** FAILED, with the hash that proves it and the gas it used. */
async function countReverted({ world }: Stage, keys: string[]): Promise<number> {
  const [row] = await world.sql<{ count: number }[]>`
    select count(*)::int as count from transactions
    where idempotency_key = any(${keys}) and status = 'FAILED' and tx_hash is not null and gas_used > 0`
  return row?.count ?? 0
}
