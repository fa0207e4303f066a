/**
 * `npm test` shows what a stage prints after this line when the stage ends: its reporters write failures and tables
 * there.
 */
export const SUMMARY_MARK = '=== Summary'

/** Begins the line that ends a failure. */
export const AGAIN = 'again:'

export type Failure = {
  title: string
  /** The text of the failure. Eight lines of it are shown. */
  details: readonly string[]
  /** The command that repeats it. */
  command: string
}

const MAX_FAILURES = 20
const MAX_DETAILS = 8
const MAX_WIDTH = 200

/** Prints each failure in ten lines at most. */
export function printFailures(failures: readonly Failure[]): void {
  for (const { title, details, command } of failures.slice(0, MAX_FAILURES)) {
    const seen = details.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '')
    console.log(`FAILED ${title}`)
    for (const line of seen.slice(0, MAX_DETAILS)) console.log(`  ${line.trim().slice(0, MAX_WIDTH)}`)
    console.log(`  ${AGAIN} ${command}`)
  }
  if (failures.length > MAX_FAILURES) console.log(`and ${failures.length - MAX_FAILURES} failures more`)
}
