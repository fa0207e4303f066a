import { firstChain, type Played, plan, type Stage, waitForStage } from '../scenario'
import { configureChain } from '../stack/configure-chain'
import type { FaultChain } from '../stack/fault-chain'
import { mineBlocks, pauseMining, resumeMining } from '../stack/mining'
import { takeGas } from '../take-gas'
import { sendTransfers } from '../transfers'
import { playRounds, type Round } from './rounds'

const DEPTHS = [1, 3, 12] as const
/** More than the deepest reorganisation: what the platform calls final never comes undone. */
const CONFIRMATIONS = 14
const MINED_WITHIN_MS = 60_000

/** The chain forgets its last 1, 3 and 12 blocks after the transfers were seen in them; they come back by themselves, or do not. */
export async function reorg(stage: Stage): Promise<Played> {
  const chain = firstChain(stage)
  const restore = await configureChain(stage.stack, chain, { confirmations: CONFIRMATIONS })
  try {
    const kinds = DEPTHS.flatMap((depth) => [
      { depth, comesBack: true },
      { depth, comesBack: false },
    ])
    const rounds = Array.from({ length: stage.rounds }, () => kinds).flat()
    return await playRounds(
      stage,
      rounds.map((kind) => () => playOne(stage, chain, kind)),
    )
  } finally {
    await resumeMining(chain)
    await restore()
  }
}

async function playOne(stage: Stage, chain: FaultChain, kind: { depth: number; comesBack: boolean }): Promise<Round> {
  const { world, api, random } = stage
  const { depth, comesBack } = kind
  const name = `${depth} deep, ${comesBack ? 'they come back' : 'they are gone'}`
  const transfers = plan(stage, { label: `reorg-${depth}`, native: 0.2 })
  if (random.chance(0.5)) await takeGas(world)
  await sendTransfers(api, transfers, { spreadMs: random.between(0, 1_000), random })
  const all = { stages: ['mined'], count: transfers.length, timeoutMs: MINED_WITHIN_MS }
  // The last of them may be in any of the blocks that go: all in sight, then as deep as can be and still forgotten.
  const wereMined = await waitForStage(world, transfers, all)
  await pauseMining(chain)
  await mineBlocks(chain, random.between(0, Math.max(0, depth - 2)))
  await forget(stage, chain, { depth, comesBack })
  const healthyAt = Date.now()
  await resumeMining(chain)
  const areMined = await waitForStage(world, transfers, all)
  await mineBlocks(chain, CONFIRMATIONS)
  const findings = []
  if (!wereMined) findings.push('the transfers were not mined')
  if (!areMined) findings.push(`not mined again within ${MINED_WITHIN_MS} ms`)
  return { name, transfers, healthyAt, findings }
}

/** Drops the last blocks; what comes back is mined again, by the same bytes, in the first of the new ones. */
async function forget(
  { world }: Stage,
  { chainId, ask, reader }: FaultChain,
  { depth, comesBack }: { depth: number; comesBack: boolean },
): Promise<void> {
  if (!comesBack) return void (await ask('anvil_reorg', depth, []))
  const hashes = await reader.readLastHashes(depth)
  const rows = await world.sql<{ hash: string; raw: string }[]>`
    select tx_hash as hash, '0x' || encode(raw_transaction, 'hex') as raw from transaction_attempts
    where chain_id = ${chainId} and tx_hash = any(${hashes})`
  const rawOf = new Map(rows.map(({ hash, raw }) => [hash, raw]))
  const pairs = hashes.flatMap((hash) => (rawOf.has(hash) ? [[rawOf.get(hash), 0]] : []))
  await ask('anvil_reorg', depth, pairs)
}
