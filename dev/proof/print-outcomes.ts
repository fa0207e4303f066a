import { logFileOf, type Outcome } from './run-stages'
import { AGAIN } from './summary'

type Printing = { isLong: boolean; logFolder: string; say: (text: string) => void }

/** Prints the result of one stage with its summary; for a failure also the log and the command that repeats it. */
export function printOutcome(outcome: Outcome, { isLong, logFolder, say }: Printing): void {
  const { stage } = outcome
  if (outcome.kind !== 'ran') {
    say(`${stage.title}: ${resultOf(outcome)}`)
    return
  }
  const took = `${outcome.seconds.toFixed(1)} s, ${outcome.cpuSeconds.toFixed(0)} s of CPU`
  say(`${stage.title}: ${outcome.isGreen ? 'green' : `FAILED (${outcome.outcome})`} after ${took}`)
  for (const line of outcome.shown) console.log(`        ${line}`)
  if (outcome.isGreen) return
  console.log(`        All it printed: ${logFileOf({ logFolder }, stage)}`)
  console.log(`        Again: npm ${isLong ? 'run prove' : 'test'} -- ${stage.name}`)
}

/**
 * Prints the table at the end of a run, one row for each stage, and repeats every failure below it, for services that
 * keep only the end of a long output.
 */
export function printTable(
  outcomes: readonly Outcome[],
  { isLong, seconds }: { isLong: boolean; seconds: number },
): void {
  const failed = outcomes.filter((outcome) => outcome.kind === 'ran' && !outcome.isGreen)
  const verdict =
    failed.length === 0
      ? 'All green'
      : `Failed: ${failed.map(({ stage }) => stage.name).join(', ')}. The whole run ended`
  console.log(`\n${verdict} after ${seconds.toFixed(1)} s${isLong ? ', in the long form' : ''}\n`)
  console.log(`  ${'stage'.padEnd(28)}${'seconds'.padStart(10)}${'CPU s'.padStart(10)}  result`)
  for (const outcome of outcomes) {
    const [wall, cpu] =
      outcome.kind === 'ran' ? [outcome.seconds.toFixed(1), outcome.cpuSeconds.toFixed(0)] : ['-', '-']
    console.log(`  ${outcome.stage.title.padEnd(28)}${wall.padStart(10)}${cpu.padStart(10)}  ${resultOf(outcome)}`)
  }
  for (const outcome of failed) {
    console.log(`\n  ${outcome.stage.title}`)
    for (const line of failuresOf(outcome)) console.log(`    ${line}`)
  }
}

/** What a stage printed of its failures, without the tables after them. */
function failuresOf(outcome: Outcome): readonly string[] {
  if (outcome.kind !== 'ran') return []
  const last = outcome.shown.findLastIndex((line) => line.trimStart().startsWith(AGAIN))
  return last < 0 ? outcome.shown : outcome.shown.slice(0, last + 1)
}

function resultOf(outcome: Outcome): string {
  if (outcome.kind !== 'ran')
    return outcome.kind === 'skipped' ? `not run (${outcome.because} failed)` : 'proven before, of the same sources'
  return outcome.isGreen ? 'green' : outcome.outcome
}
