import { z } from 'zod'
import { checkCoins } from '@/e2e/faults/check/check-coins'
import { findOpenRows } from '@/e2e/faults/check/find-open-rows'
import { type Played, type Stage, waitUntilIdle } from '@/e2e/faults/scenario'
import { configureChains } from '@/e2e/faults/stack/configure-chain'
import type { FaultChain } from '@/e2e/faults/stack/fault-chain'
import { reported } from '@/e2e/faults/thief/reported'
import { type Round, repeatRound } from './rounds'

/** More than the deepest reorganisation: what the platform calls final never comes undone. */
const CONFIRMATIONS = 10
const POLICIES = ['sponsored', 'debited'] as const

let customers = 0

/**
 * Customers who only try to take the platform's coins, by whatever the API and the portal let them do, while blocks
 * come late and are rebuilt. Each strategy has both ways to pay for gas, round by round; `--transfers` is how many
 * customers a round has.
 */
export async function thief(stage: Stage): Promise<Played> {
  return repeatRound(stage, (round) => playOne(stage, round))
}

async function playOne(stage: Stage, round: number): Promise<Round> {
  const { stack, world, say, random } = stage
  const { chains, platformWallets: platform } = stack
  const settings = chains.map((chain, index) => {
    const gas_policy = POLICIES[(index + round) % POLICIES.length] ?? 'debited'
    return { chain, settings: { confirmations: CONFIRMATIONS, gas_policy } }
  })
  const restore = await configureChains(stack, settings)
  const grounds = []
  for (const { chain, settings: terms } of settings)
    grounds.push({ chain, since: await readHead(chain), platform, isDebited: terms.gas_policy === 'debited' })
  const seed = random.between(1, 1_000_000)
  const first = customers
  customers += stage.transfers
  const order = { seed, first, last: customers - 1, grounds: chains.map(toGround) }
  const thieves = z.array(reported).parse(await stack.runThieves(order))
  const healthyAt = Date.now()
  const findings: string[] = []
  if ((await waitUntilIdle(world)) === null) findings.push('something never ended')
  for (const ground of grounds) {
    const there = thieves.filter(({ chainId }) => chainId === ground.chain.chainId)
    const coins = await checkCoins(world.sql, { ...ground, thieves: there })
    findings.push(...coins.findings)
    say(coins.summary)
  }
  findings.push(
    ...(await findOpenRows(
      world.sql,
      thieves.map(({ businessId }) => businessId),
    )),
  )
  await restore()
  return { name: `${thieves.length} thieves of seed ${seed}`, transfers: [], healthyAt, findings }
}

async function readHead({ ask }: FaultChain): Promise<number> {
  return Number(await ask('eth_blockNumber'))
}

function toGround({ chainId, cngn, local }: FaultChain) {
  return { chainId, cngn, rpcUrl: local.rpcUrl }
}
