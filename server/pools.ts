import { createPool } from '@/db/create-pool'
import { oncePerProcess } from '@/db/once-per-process'
import { createPipes, type Pipes } from '@/db/pipes'
import type { Pool } from '@/db/pool'
import { createReaders } from '@/db/reader'
import { roleUrl } from '@/db/role-url'
import { env } from './env'

type Pools = { app: Pool; readers: Pipes; writers: Pipes; worker: Pool; operator: Pool }

/** Reads, and writes that ask nothing, are pipelined: a few connections carry many at once. */
const READERS = 4
const WRITERS = 4

/** The process's connections: one pool per database role, opened on first use. */
export function pools(): Pools {
  return oncePerProcess('pools', () => {
    const { DATABASE_URL, SLIPWAY_SECRET, DATABASE_POOL } = env()
    const open = (role: Parameters<typeof roleUrl>[1], max: number) =>
      createPool(roleUrl(DATABASE_URL, role, SLIPWAY_SECRET), { max, name: role })
    return {
      app: open('slipway_app', DATABASE_POOL),
      readers: createReaders(roleUrl(DATABASE_URL, 'slipway_app', SLIPWAY_SECRET), {
        count: READERS,
        name: 'slipway_reader',
      }),
      writers: createPipes(roleUrl(DATABASE_URL, 'slipway_app', SLIPWAY_SECRET), {
        count: WRITERS,
        name: 'slipway_app',
      }),
      worker: open('slipway_worker', DATABASE_POOL),
      operator: open('slipway_operator', 3),
    }
  })
}
