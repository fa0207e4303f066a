import { createPool } from './create-pool'
import type { Pool } from './pool'

/** A connection that many share: what they send travels in order, each without waiting for the answers before it. */
type Pipe = { pool: Pool; waiting: number }
export type Pipes = { pipes: Pipe[]; end: () => Promise<void> }

/** Opens this number of pipes, each a connection that opens with the first packet. */
export function createPipes(url: string, options: { count: number; name: string }): Pipes {
  const pipes = Array.from({ length: options.count }, () => {
    const pool = createPool(url, { statements: 1, transactions: 0, name: options.name, isPipe: true })
    return { pool, waiting: 0 }
  })
  return {
    pipes,
    end: async () => {
      await Promise.all(pipes.map(({ pool }) => pool.end({ timeout: 2 })))
    },
  }
}

/** The pipe with the fewest packets on the way; `release` when the answers of yours are in. */
export function takePipe({ pipes }: Pipes): Pipe & { release: () => void } {
  const pipe = pipes.reduce((best, each) => (each.waiting < best.waiting ? each : best))
  pipe.waiting += 1
  const release = () => {
    pipe.waiting -= 1
  }
  return { ...pipe, release }
}
