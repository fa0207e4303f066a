import { setTimeout as pause } from 'node:timers/promises'
import { firstChain, type Played, plan, type Stage, waitUntilIdle } from '@/e2e/faults/scenario'
import { sendTransfers } from '@/e2e/faults/transfers'

const SPREAD_MS = 2_500
const AWAY_MS = 3_000

/** The chain's node is silent in one round, and not there at all in the next; transfers are accepted all the while. */
export async function offlineChain(stage: Stage): Promise<Played> {
  const { world, api, random, say } = stage
  const played: Played = { transfers: [], recoveryMs: [], findings: [] }
  for (const kind of ['silent', 'stopped'] as const) {
    const transfers = plan(stage, { label: `offline-${kind}` })
    const sending = sendTransfers(api, transfers, { spreadMs: SPREAD_MS, random })
    await pause(random.between(0, 1_000))
    const chain = firstChain(stage).control
    if (kind === 'silent') {
      chain.freeze()
      await pause(AWAY_MS)
      chain.thaw()
    } else {
      // The transactions in the node's pool are lost; its blocks are kept.
      await chain.stop()
      await pause(AWAY_MS)
      await chain.restart()
    }
    const healthyAt = Date.now()
    await sending
    const restedAt = await waitUntilIdle(world)
    const recoveryMs = Math.max(0, (restedAt ?? Date.now()) - healthyAt)
    const slowest = Math.max(...transfers.map(({ tries }) => tries))
    if (slowest > 1) played.findings.push(`${kind}: accepting needed ${slowest} tries while only the chain was away`)
    if (restedAt === null) played.findings.push(`${kind}: not everything had ended a minute after the chain was back`)
    played.transfers.push(...transfers)
    played.recoveryMs.push(recoveryMs)
    say(`chain ${kind} for ${AWAY_MS} ms: ${transfers.length} accepted, at rest ${recoveryMs} ms after its return`)
  }
  return played
}
