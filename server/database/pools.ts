import { createPool } from '@/db/create-pool'
import { oncePerProcess } from '@/db/once-per-process'
import type { Pipes } from '@/db/pipes'
import type { Pool } from '@/db/pool'
import { createReaders } from '@/db/reader'
import { type DatabaseRole, roleUrl } from '@/db/role-url'
import { env, slipwaySecrets } from '@/server/env'
import { poolSizes } from './pool-sizes'

type Pools = { app: Pool; readers: Pipes; worker: Pool; operator: Pool; operatorReaders: Pipes }

/** The process's connections, by database role and use; each is opened when it is first needed. */
export function pools(): Pools {
  return oncePerProcess('pools', () => {
    const { DATABASE_URL, DATABASE_POOL } = env()
    const [secret] = slipwaySecrets()
    const size = poolSizes(DATABASE_POOL)
    const urlOf = (role: DatabaseRole) => roleUrl(DATABASE_URL, role, secret)
    return {
      app: createPool(urlOf('slipway_app'), {
        statements: size.tenantStatements,
        transactions: size.tenantTransactions,
        name: 'slipway_app',
      }),
      readers: createReaders(urlOf('slipway_app'), { count: size.readers, name: 'slipway_reader' }),
      worker: createPool(urlOf('slipway_worker'), {
        statements: size.workerStatements,
        transactions: size.workerTransactions,
        name: 'slipway_worker',
      }),
      operator: createPool(urlOf('slipway_operator'), {
        statements: 0,
        transactions: size.operatorTransactions,
        name: 'slipway_operator',
      }),
      operatorReaders: createReaders(urlOf('slipway_operator'), {
        count: size.operatorReaders,
        name: 'slipway_operator_reader',
      }),
    }
  })
}

/** Ends every connection of the process; what is on its way gets so many seconds. */
export async function endPools(timeout: number): Promise<void> {
  const { app, worker, operator, readers, operatorReaders } = pools()
  await Promise.all([
    ...[readers, operatorReaders].map((pipes) => pipes.end()),
    ...[app, worker, operator].map((pool) => pool.end({ timeout })),
  ])
}
