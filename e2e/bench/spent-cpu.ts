import { readFileSync } from 'node:fs'
import type postgres from 'postgres'

/** On Linux, everywhere. */
const TICKS_PER_SECOND = 100

/** Milliseconds of processor time, of this process and of all of Postgres. */
export type SpentCpu = { nodeMs: number; postgresMs: number }

/**
 * The CPU time spent until now; the difference of two is the time between. Without /proc the share of Postgres is
 * unknown.
 */
export async function spentCpu(sql: postgres.Sql): Promise<SpentCpu> {
  const { user, system } = process.cpuUsage()
  const backends = await sql<{ pid: number }[]>`select pid from pg_stat_activity`
  return { nodeMs: (user + system) / 1_000, postgresMs: backends.reduce((sum, { pid }) => sum + spentBy(pid), 0) }
}

function spentBy(pid: number): number {
  try {
    // The name, in brackets, may hold blanks; behind it `utime` and `stime` are the 12th and the 13th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}
