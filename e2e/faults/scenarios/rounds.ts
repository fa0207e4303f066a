import { type Played, type Stage, waitUntilIdle } from '@/e2e/faults/scenario'
import type { Transfer } from '@/e2e/faults/transfers'

/** The result of a round; `healthyAt` is the time when its last fault was over. */
export type Round = { name: string; transfers: Transfer[]; healthyAt: number; findings?: string[] }

/** Plays rounds one after the other, each until nothing is pending. */
export async function playRounds(stage: Stage, rounds: readonly (() => Promise<Round>)[]): Promise<Played> {
  const played: Played = { transfers: [], recoveryMs: [], findings: [] }
  for (const [index, play] of rounds.entries()) {
    if (stage.isLate()) break
    const { name, transfers, healthyAt, findings = [] } = await play()
    const restedAt = await waitUntilIdle(stage.world)
    const recoveryMs = Math.max(0, (restedAt ?? Date.now()) - healthyAt)
    if (restedAt === null) findings.push('not everything had ended a minute and a half after the last fault')
    played.transfers.push(...transfers)
    played.recoveryMs.push(recoveryMs)
    played.findings.push(...findings.map((finding) => `${name}: ${finding}`))
    stage.say(`${index + 1}/${rounds.length} ${name}: ${transfers.length} transfers, at rest after ${recoveryMs} ms`)
  }
  return played
}

/** Plays a round as often as the run wants. */
export function repeatRound(stage: Stage, play: (index: number) => Promise<Round>): Promise<Played> {
  return playRounds(
    stage,
    Array.from({ length: stage.rounds }, (_, index) => () => play(index)),
  )
}
