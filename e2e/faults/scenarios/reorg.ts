import { fillWithGas } from '@/e2e/faults/fill-with-gas'
import { firstChain, type Played, plan, type Stage, waitForDeliveries, waitForStage } from '@/e2e/faults/scenario'
import { configureChain } from '@/e2e/faults/stack/configure-chain'
import type { FaultChain } from '@/e2e/faults/stack/fault-chain'
import { mineBlocks, pauseMining, resumeMining } from '@/e2e/faults/stack/mining'
import { sendTransfers, type Transfer } from '@/e2e/faults/transfers'
import { playRounds, type Round } from './rounds'

const DEPTHS = [1, 3, 12] as const
/** More than the deepest reorganisation: what the platform calls final never comes undone. */
const CONFIRMATIONS = 14
const REACHED_WITHIN_MS = 30_000
/** Mined by hand before the first of the transfers could be final. */
const MAX_BLOCKS = 6

/**
 * The chain forgets its last 1, 3 and 12 blocks after the transfers were seen in them; the transactions return without
 * help, or do not.
 */
export async function reorg(stage: Stage): Promise<Played> {
  const { world } = stage
  const chain = firstChain(stage)
  // Without blocks no top-up comes: gas for all rounds, at a fee that the quiet blocks to come do not reach.
  const gasFirst = await fillWithGas(stage, chain, world.wallets)
  const restore = await configureChain(stage.stack, chain, { confirmations: CONFIRMATIONS })
  try {
    const kinds = DEPTHS.flatMap((depth) => [
      { depth, comesBack: true },
      { depth, comesBack: false },
    ])
    const rounds = Array.from({ length: stage.rounds }, () => kinds).flat()
    const played = await playRounds(
      stage,
      rounds.map((kind) => () => playOne(stage, chain, kind)),
    )
    return { ...played, transfers: [...gasFirst, ...played.transfers] }
  } finally {
    await resumeMining(chain)
    // A delivery that dies with its process is due again only after half a minute.
    await waitForDeliveries(stage.world)
    await restore()
  }
}

async function playOne(stage: Stage, chain: FaultChain, kind: { depth: number; comesBack: boolean }): Promise<Round> {
  const { api, random } = stage
  const { depth, comesBack } = kind
  const name = `${depth} deep, ${comesBack ? 'they come back' : 'they are gone'}`
  const transfers = plan(stage, { label: `reorg-${depth}`, native: 0.2 })
  const inStage = (stages: readonly string[], count: number) => areIn(stage, transfers, { stages, count })
  const findings: string[] = []
  await pauseMining(chain)
  await sendTransfers(api, transfers, { spreadMs: 0, random })
  await inStage(['broadcast'], transfers.length)
  const blocks = await mineAll(stage, chain, transfers)
  if (blocks === null) findings.push(`the transfers were not mined: ${await stagesOf(stage, transfers)}`)
  // The last of them is in the first of the blocks that go, or a later one: never so deep that it is kept.
  if (blocks !== null && blocks < depth) await mineBlocks(chain, random.between(0, depth - blocks))
  await forget(stage, chain, { depth, comesBack })
  const healthyAt = Date.now()
  await resumeMining(chain)
  if (!comesBack && !(await inStage(['signed', 'broadcast'], 1))) findings.push('nobody noticed that they were gone')
  if (!(await inStage(['mined'], transfers.length))) findings.push('they were not mined again')
  await mineBlocks(chain, CONFIRMATIONS)
  return { name, transfers, healthyAt, findings }
}

type Wanted = { stages: readonly string[]; count: number }

function areIn({ world }: Stage, transfers: readonly Transfer[], wanted: Wanted): Promise<boolean> {
  return waitForStage(world, transfers, { ...wanted, timeoutMs: REACHED_WITHIN_MS })
}

/**
 * Mines blocks by hand until each transfer was seen in one. Returns how many it took, or null if they were not
 * enough. One block is enough, unless a node's answer was lost: what is sent again needs another block.
 */
async function mineAll({ world }: Stage, chain: FaultChain, transfers: readonly Transfer[]): Promise<number | null> {
  for (let blocks = 1; blocks <= MAX_BLOCKS; blocks++) {
    await mineBlocks(chain, 1)
    const wanted = { stages: ['mined'], count: transfers.length, timeoutMs: REACHED_WITHIN_MS / MAX_BLOCKS }
    if (await waitForStage(world, transfers, wanted)) return blocks
  }
  return null
}

/** How many of them are at each stage, for readers of a finding. */
async function stagesOf({ world }: Stage, transfers: readonly Transfer[]): Promise<string> {
  const rows = await world.sql<{ stage: string; count: number }[]>`
    select stage, count(*)::int as count from transactions
    where idempotency_key = any(${transfers.map(({ key }) => key)}) group by stage order by stage`
  return rows.map(({ stage, count }) => `${count} ${stage}`).join(', ')
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
