import type { Options } from './options'

/** A scenario that broke an invariant, or could not be played to its end. */
export type Failure = { scenario: string; findings: readonly string[] }

const MOST_FINDINGS = 3
const WIDEST = 200

/** Five lines for each at most: what failed, what was seen first, and the command that plays it again. */
export function printFailures(failures: readonly Failure[], options: Options): void {
  for (const { scenario, findings } of failures) {
    console.log(`\nFAILED ${scenario}, seed ${options.seed}: ${findings.length} findings`)
    for (const finding of findings.slice(0, MOST_FINDINGS))
      console.log(`  ${(finding.split('\n')[0] ?? '').slice(0, WIDEST)}`)
    console.log(`  Repeat: ${commandFor(scenario, options)}`)
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
