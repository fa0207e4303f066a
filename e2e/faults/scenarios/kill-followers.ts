import { type ApiClient, createApiClient } from '@/e2e/api-client'
import type { Played, Scenario, Stage } from '@/e2e/faults/scenario'
import { configureChains } from '@/e2e/faults/stack/configure-chain'
import { playKillRound } from './kill-round'

/** More than one, so that a receiver can be notified before a block is final. */
export const CONFIRMATIONS = 3
/** A delivery that died with its process is due again when its lease of half a minute is over. */
export const ARRIVED_WITHIN_MS = 120_000
/** The number of rounds after which everything has to have arrived. */
const ROUNDS_A_CHECK = 10

/** The load that followers have to report, and its comparison with the truth. */
export type Proof = {
  loads: readonly { send: () => Promise<void> }[]
  /**
   * Waits until all that was sent arrived, then holds it against the chains' own receipts. Broken things are findings.
   */
  check: (played: Played) => Promise<string>
  close: (played: Played) => Promise<void>
}
type OpenProof = (stage: Stage, api: ApiClient) => Promise<Proof>

/** Two processes follow two chains, and in each round one of them is killed at any moment, or both. */
export function killFollowers(openings: readonly OpenProof[]): Scenario {
  return async (stage) => {
    const { stack } = stage
    const settings = { confirmations: CONFIRMATIONS }
    const restore = await configureChains(
      stack,
      stack.chains.map((chain) => ({ chain, settings })),
    )
    const second = await stack.addApp()
    const api = createApiClient({ baseUrl: stack.balancedUrl, liveKey: stack.liveKey })
    const played: Played = { transfers: [], recoveryMs: [], findings: [] }
    const proofs: Proof[] = []
    try {
      for (const open of openings) proofs.push(await open(stage, api))
      const loads = proofs.flatMap((proof) => proof.loads)
      for (let round = 1, isLast = false; !isLast; round++) {
        const name = await playKillRound(stage, [stack.app, second], loads)
        const startedAt = Date.now()
        isLast = round === stage.rounds || stage.isLate()
        const isChecked = round % ROUNDS_A_CHECK === 0 || isLast
        const texts: string[] = []
        for (const proof of isChecked ? proofs : []) texts.push(await proof.check(played))
        const recoveryMs = Date.now() - startedAt
        played.recoveryMs.push(recoveryMs)
        stage.say(
          `${round}/${stage.rounds} ${[name, ...texts].join('; ')}${isChecked ? `, after ${recoveryMs} ms` : ''}`,
        )
      }
    } finally {
      for (const proof of proofs) await proof.close(played)
      await api.close()
      await stack.removeApp(second)
      await restore()
    }
    return played
  }
}
