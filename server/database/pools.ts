import { createPool } from '@/db/create-pool'
import { oncePerProcess } from '@/db/once-per-process'
import type { Pipes } from '@/db/pipes'
import type { Pool } from '@/db/pool'
import { createReaders } from '@/db/reader'
import { type DATABASE_ROLES, roleUrl, SIGNER_ROLE } from '@/db/role-url'
import { env, signerSecret, slipwaySecrets } from '@/server/env'
import { poolSizes } from '@/server/environment/pool-sizes'
import { isSigner } from '@/server/separate-signer'

type Pools = {
  app: Pool
  readers: Pipes
  worker: Pool
  operator: Pool
  operatorReaders: Pipes
  /** The pool that may read seeds: the worker's, or the signer's role with a separate signer. */
  seeds: Pool
}

/** The process's connections, by database role and use; each is opened when it is first needed. */
export function pools(): Pools {
  return oncePerProcess('pools', () => {
    const { DATABASE_URL, DATABASE_POOL } = env()
    const [secret] = slipwaySecrets()
    const size = poolSizes(DATABASE_POOL)
    const urlOf = (role: (typeof DATABASE_ROLES)[number]) => roleUrl(DATABASE_URL, role, secret)
    const ofSigner = signerSecret()
    const signerUrl = ofSigner === null ? null : roleUrl(DATABASE_URL, SIGNER_ROLE, ofSigner)
    const statements = size.workerStatements
    const transactions = size.workerTransactions
    const worker =
      isSigner() && signerUrl !== null
        ? createPool(signerUrl, { statements, transactions, name: SIGNER_ROLE })
        : createPool(urlOf('slipway_worker'), { statements, transactions, name: 'slipway_worker' })
    return {
      app: createPool(urlOf('slipway_app'), {
        statements: size.tenantStatements,
        transactions: size.tenantTransactions,
        name: 'slipway_app',
      }),
      readers: createReaders(urlOf('slipway_app'), { count: size.readers, name: 'slipway_reader' }),
      worker,
      seeds:
        isSigner() || signerUrl === null
          ? worker
          : createPool(signerUrl, { statements: 1, transactions: 1, name: SIGNER_ROLE }),
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

/** Ends every connection of the process; work in flight gets `timeout` seconds. */
export async function endPools(timeout: number): Promise<void> {
  const { app, worker, operator, readers, operatorReaders, seeds } = pools()
  await Promise.all([
    ...[readers, operatorReaders].map((pipes) => pipes.end()),
    ...[...new Set([app, worker, operator, seeds])].map((pool) => pool.end({ timeout })),
  ])
}
