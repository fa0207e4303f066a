import type { Failure } from '@/dev/proof/summary'
import type { Options } from './options'

/** A scenario that broke an invariant, or could not be played to its end. */
export type BrokenScenario = { scenario: string; findings: readonly string[] }

/** How the summary of a run names it: what was seen first, and the command that plays it again. */
export function toFailure({ scenario, findings }: BrokenScenario, options: Options): Failure {
  return {
    title: `${scenario}, seed ${options.seed}: ${findings.length} findings`,
    details: findings.map((finding) => finding.split('\n')[0] ?? ''),
    command: commandFor(scenario, options),
  }
}

function commandFor(scenario: string, { form, seed, rounds, transfers }: Options): string {
  const flags = [
    ...(form === 'full' ? [] : ['--short']),
    ...['--scenario', scenario, '--seed', seed],
    ...(rounds === null ? [] : ['--rounds', rounds]),
    ...(transfers === null ? [] : ['--transfers', transfers]),
  ]
  return `${form === 'long' ? 'PROOF=long ' : ''}npm run faults -- ${flags.join(' ')}`
}
