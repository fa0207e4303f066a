/** The parts of the process that the CLI needs; replaced in tests. */
export type Terminal = {
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** The person's folder. */
  home: string
  /** Writes a line of the result. */
  print: (line: string) => void
  /** Writes a line about the progress. */
  note: (line: string) => void
  /** Reads a line without echo, or all of standard input if it is not a terminal. */
  readSecret: (question: string) => Promise<string>
  /** The lines of standard input. */
  readLines: () => AsyncIterable<string>
  /** Ends what runs: Ctrl-C. */
  signal: AbortSignal
  fetch: typeof fetch
}

/** The command was not understood; exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}
