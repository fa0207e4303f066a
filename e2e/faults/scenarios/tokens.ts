import { firstChain, type Played, type Stage } from '@/e2e/faults/scenario'
import { shuffled } from '@/e2e/faults/shuffled'
import { checkBond } from '@/e2e/faults/tokens/check-bond'
import { countTokens } from '@/e2e/faults/tokens/count-tokens'
import { cancelPlans, grantPlan } from '@/e2e/faults/tokens/grant-plan'
import { listenToTokens } from '@/e2e/faults/tokens/listen'
import { PHASES, type Phase, playBond } from '@/e2e/faults/tokens/play-bond'
import { FAULT_POINTS, type FaultPoint } from '@/server/fault-point'

/** On the way of what is sent for a token, beside its own. */
const SHARED: readonly FaultPoint[] = [
  'accept-before-commit',
  'accept-after-commit',
  'lane-after-plan',
  'lane-after-sign',
  'lane-after-store',
  'send-before-answer',
  'send-after-answer',
  'receipt-before-settle',
  'settle-before-commit',
]
/** Passed by some phases only. */
const PHASES_OF: Partial<Record<FaultPoint, readonly Phase[]>> = {
  'next-batch-before-commit': ['pay'],
  'coupon-before-record': ['pay'],
  'coupon-after-record': ['pay'],
}

/**
 * A bond a round: deployed, minted in a batch, its coupon paid, while the process is killed at a point of its way or at
 * any moment. After each round there is one contract, nothing is minted twice and nobody paid twice. `--transfers` is
 * how many holders a bond has.
 */
export async function tokens(stage: Stage): Promise<Played> {
  const { stack, say, random } = stage
  const { sql } = stack
  const chain = firstChain(stage)
  const played: Played = { transfers: [], recoveryMs: [], findings: [] }
  await grantPlan(stage)
  const stopListening = await listenToTokens(stage)
  const points = shuffled<FaultPoint>([...FAULT_POINTS.token, ...SHARED], random)
  const missed = new Set<string>()
  let [strikes, issued] = [0, await countTokens(stage)]
  try {
    for (let round = 1; round <= stage.rounds && !stage.isLate(); round++) {
      // Two of three rounds die at a point, in turn, and one at any moment.
      const point = round % 3 === 0 ? null : (points[(round - 1 - Math.floor(round / 3)) % points.length] ?? null)
      const phases = (point && PHASES_OF[point]) ?? PHASES
      const phase = phases[random.between(0, phases.length - 1)] ?? 'issue'
      const startedAt = Date.now()
      const reported = await playBond(stage, { round, point, phase })
      issued += 1
      const { bond, hasStruck } = reported
      const findings = [...reported.findings, ...(await checkBond({ sql, chain, bond, tokensIssued: issued }))]
      if (hasStruck) strikes += 1
      else if (point) missed.add(point)
      const name = `${point ?? 'any moment'} from ${phase} on${hasStruck ? '' : ' (not struck)'}`
      played.findings.push(...findings.map((finding) => `round ${round}, ${name}: ${finding}`))
      played.recoveryMs.push(reported.recoveryMs)
      say(`${round}/${stage.rounds} ${name}: ${bond.holders.size} holders, ${Date.now() - startedAt} ms`)
      if (findings.length > 0) break
    }
  } finally {
    await stopListening()
    await cancelPlans(stage)
  }
  say(`${strikes} kills, ${issued} bonds${missed.size > 0 ? `; not struck once: ${[...missed].join(', ')}` : ''}`)
  return played
}
