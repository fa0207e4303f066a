import { createPool } from './create-pool'
import type { Pool } from './pool'

/**
 * A connection that many callers share: their statements are pipelined in order, without waiting for earlier answers.
 */
type Pipe = { pool: Pool; waiting: number }
export type Pipes = { pipes: Pipe[]; end: () => Promise<void> }
export type PipesOptions = { count: number; name: string; closeIdleEveryMs?: number; now?: () => number }

/**
 * Opens this number of pipes, each a connection that opens with the first packet. The first stays open. The others are
 * closed once nothing needed them for a while, because a process of Postgres keeps megabytes for each.
 */
export function createPipes(url: string, { count, name, ...clock }: PipesOptions): Pipes {
  const pipes = Array.from({ length: count }, (_, nth) => {
    const pool = createPool(url, { statements: 1, transactions: 0, name, isPipe: true, isKept: nth === 0, ...clock })
    return { pool, waiting: 0 }
  })
  return {
    pipes,
    end: async () => {
      await Promise.all(pipes.map(({ pool }) => pool.end({ timeout: 2 })))
    },
  }
}

/** The pipelined connection with the fewest packets in flight. Call `release` when your answers have arrived. */
export function takePipe({ pipes }: Pipes): Pipe & { release: () => void } {
  const pipe = pipes.reduce((best, each) => (each.waiting < best.waiting ? each : best))
  pipe.waiting += 1
  const release = () => {
    pipe.waiting -= 1
  }
  return { ...pipe, release }
}
