import type { Verdict } from './check/check-invariants'

export type Line = {
  scenario: string
  rounds: number
  verdict: Verdict
  recoveryMs: number[]
  wallMs: number
  cpuSeconds: number
  seed: number
}

const HEAD = [
  'scenario',
  'rounds',
  'accepted',
  'completed',
  'failed',
  'duplicates',
  'lost',
  'holes',
  'ledger drift',
  'undelivered',
  'recovery p50',
  'max',
  'wall s',
  'CPU s',
  'seed',
] as const

/** One row a scenario; recovery is in milliseconds, drift in micro-dollars. */
export function printTable(lines: readonly Line[]): void {
  const rows = lines.map(({ scenario, rounds, verdict, recoveryMs, wallMs, cpuSeconds, seed }) =>
    [
      scenario,
      rounds,
      verdict.accepted,
      verdict.completed,
      verdict.failed,
      verdict.duplicates,
      verdict.lost,
      verdict.holes,
      verdict.ledgerDrift,
      verdict.undelivered,
      median(recoveryMs),
      Math.max(0, ...recoveryMs),
      (wallMs / 1_000).toFixed(1),
      cpuSeconds.toFixed(1),
      seed,
    ].map(String),
  )
  const widths = HEAD.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of [[...HEAD], ...rows]) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    console.log(cells.join('  '))
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}
