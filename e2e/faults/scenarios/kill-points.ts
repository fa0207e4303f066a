import { calledFaultPoints } from '@/e2e/faults/called-fault-points'
import { fillWithGas } from '@/e2e/faults/fill-with-gas'
import { makeFundedWallets } from '@/e2e/faults/fresh-wallets'
import { patience } from '@/e2e/faults/patience'
import type { Random } from '@/e2e/faults/random'
import { type Played, plan, type Stage, waitUntilIdle } from '@/e2e/faults/scenario'
import { shuffled } from '@/e2e/faults/shuffled'
import type { FaultChain } from '@/e2e/faults/stack/fault-chain'
import { orderFault, withdrawFault } from '@/e2e/faults/stack/order-fault'
import { sendTransfers } from '@/e2e/faults/transfers'
import { FAULT_POINTS, type TransactionPoint } from '@/server/fault-point'
import { PROVOCATIONS, type Provocation } from './provocations'

const STRIKES_WITHIN_MS = 25_000

/**
 * SIGKILL at the edges of a transaction's way at which a crash must cost nothing, in an order of the seed; `rounds` 0
 * means each edge once.
 */
export async function killPoints(stage: Stage): Promise<Played> {
  const played: Played = { transfers: [], recoveryMs: [], findings: [] }
  const points = reachablePoints()
  const rounds = stage.rounds || points.length
  const missing = FAULT_POINTS.transaction.filter((point) => !points.includes(point))
  if (missing.length > 0) stage.say(`no edge of the code: ${missing.join(', ')}`)
  const waiting: TransactionPoint[] = []
  for (let round = 0; round < rounds && !stage.isLate(); round++) {
    if (waiting.length === 0) waiting.push(...shuffled(points, stage.random))
    const point = waiting.shift()
    if (point) await playRound(stage, point, played, `${round + 1}/${rounds}`)
  }
  return played
}

async function playRound(stage: Stage, point: TransactionPoint, played: Played, name: string): Promise<void> {
  const { stack, world, api, random, say } = stage
  const provocation = PROVOCATIONS[point]
  const chain = chainFor(stage, provocation)
  const wallets = await walletsFor(stage, chain, provocation)
  const count = random.between(2, stage.transfers)
  const { isSolana = false } = provocation
  const chainId = isSolana ? stack.cluster.chainId : chain.chainId
  const special = { chainId, isSolana, wallets, native: 0.2, givingUp: 0.1, ...provocation.plan }
  const transfers = plan(stage, { label: point, count, ...special })
  const gasFirst = provocation.gasFirst ? await fillWithGas(stage, chain, wallets) : []
  await provocation.before?.(stage, chain)
  orderFault(stack.app, point, 'SIGKILL')
  const struck = stack.app.control.awaitEnd(patience(STRIKES_WITHIN_MS))
  const sending = sendTransfers(api, transfers, { spreadMs: random.between(0, 400), random })
  const during = provocation.during?.(stage, chain, transfers)
  const isGone = await struck
  if (isGone) await stack.app.control.restart()
  else withdrawFault(stack.app)
  const healthyAt = Date.now()
  const end = await during
  await end?.()
  await sending
  const restedAt = await waitUntilIdle(world)
  const recoveryMs = Math.max(0, (restedAt ?? Date.now()) - healthyAt)
  if (!isGone) played.findings.push(`${point}: nothing died there within ${STRIKES_WITHIN_MS} ms`)
  if (restedAt === null) played.findings.push(`${point}: not everything had ended a minute and a half later`)
  played.transfers.push(...gasFirst, ...transfers)
  played.recoveryMs.push(recoveryMs)
  say(`${name} ${point} on ${chainId}: ${count} transfers of ${wallets.length} wallets, at rest after ${recoveryMs} ms`)
}

function chainFor({ stack, random }: Stage, { gasPolicy }: Provocation): FaultChain {
  const chains = stack.chains.filter((one) => gasPolicy === undefined || one.gasPolicy === gasPolicy)
  const chain = chains[random.between(0, chains.length - 1)]
  if (!chain) throw new Error(`the run has no ${gasPolicy} chain`)
  return chain
}

async function walletsFor(
  stage: Stage,
  chain: FaultChain,
  { freshWallets, isSolana }: Provocation,
): Promise<readonly string[]> {
  const { world, api, random } = stage
  const count = random.between(1, 6)
  if (isSolana) return someOf(world.solanaWallets, count, random)
  return freshWallets ? makeFundedWallets(api, chain, count) : someOf(world.wallets, count, random)
}

function reachablePoints(): TransactionPoint[] {
  return calledFaultPoints(process.cwd(), FAULT_POINTS.transaction)
}

function someOf<T>(values: readonly T[], count: number, random: Random): T[] {
  return shuffled(values, random).slice(0, count)
}
