import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '@/e2e/faults/random'
import { type Played, plan, type Scenario, type Stage, waitUntilIdle } from '@/e2e/faults/scenario'
import type { FaultStack } from '@/e2e/faults/stack/fault-stack'
import { takeGas } from '@/e2e/faults/take-gas'
import { sendTransfers, type Transfer } from '@/e2e/faults/transfers'

type Victim = 'app' | 'engine' | 'postgres'

/** Transfers of a round come in over this time. */
const SPREAD_MS = 2_000
/** Kills come while transfers are accepted, and a little later, while they are sent, mined and reported. */
const KILLS_WITHIN_MS = 3_000
const DOWN_MS = { from: 50, to: 1_200 }

/** Each round kills each of the victims once, at a random moment, and starts it again soon after. */
export function killParts(victims: readonly Victim[]): Scenario {
  return async (stage) => {
    const played: Played = { transfers: [], recoveryMs: [], findings: [] }
    for (let round = 1; round <= stage.rounds && !stage.isLate(); round++)
      await playRound(stage, victims, round, played)
    return played
  }
}

async function playRound(stage: Stage, victims: readonly Victim[], round: number, played: Played): Promise<void> {
  const { stack, world, api, random, say } = stage
  const transfers = plan(stage, { label: `kill-${victims.join('-')}-${round}`, givingUp: 0.1, native: 0.1 })
  // Every other round the wallets own no gas, so that top-ups are interrupted too.
  if (round % 2 === 0) await takeGas(world)
  const sending = sendTransfers(api, transfers, { spreadMs: SPREAD_MS, random })
  const kills = await Promise.all(victims.map((victim) => killOnce(stack, victim, random)))
  const healthyAt = Date.now()
  await sending
  const restedAt = await waitUntilIdle(world)
  const recoveryMs = Math.max(0, (restedAt ?? Date.now()) - healthyAt)
  played.transfers.push(...transfers)
  played.recoveryMs.push(recoveryMs)
  if (restedAt === null)
    played.findings.push(`round ${round}: not everything had ended a minute after the last restart`)
  say(`round ${round}/${stage.rounds}: ${kills.join(', ')}; ${figures(transfers)}; at rest after ${recoveryMs} ms`)
}

async function killOnce({ parts }: FaultStack, victim: Victim, random: Random): Promise<string> {
  const afterMs = random.between(0, KILLS_WITHIN_MS)
  const downMs = random.between(DOWN_MS.from, DOWN_MS.to)
  const group = random.chance(0.5)
  await pause(afterMs)
  await parts[victim].kill({ group })
  await pause(downMs)
  const startedAt = Date.now()
  await parts[victim].restart()
  return `${victim} killed at ${afterMs} ms, down ${downMs} ms, up in ${Date.now() - startedAt} ms`
}

function figures(transfers: readonly Transfer[]): string {
  const acknowledged = transfers.filter(({ id }) => id !== null).length
  const retries = transfers.reduce((sum, { tries }) => sum + tries - 1, 0)
  return `${acknowledged}/${transfers.length} acknowledged, ${retries} retries`
}
