import { migrateDatabase } from '@/db/migrate'
import { workerCtx } from '@/server/ctx'
import { endPools } from '@/server/database/pools'
import { verifyKeys } from '@/server/installation/verify-installation'
import type { LocalChain } from './local-chains'
import type { LocalCluster } from './local-clusters'
import { type Demo, seedDatabase } from './seed-database'
import type { AppEnvironment } from './stack-parts'

export type Preparation = { env: AppEnvironment; chains: (LocalChain | LocalCluster)[] }
export type Prepared = { demo: Demo } | { problem: string }

/** Brings the database to the newest schema and fills in the demo and the local chains. */
export async function prepareDatabase({ env, chains }: Preparation): Promise<Demo> {
  // The seed uses the server's own verbs, which read the environment of this process.
  Object.assign(process.env, env)
  await migrateDatabase(String(env.DATABASE_URL), env.SLIPWAY_SECRET)
  try {
    // An own database may be another installation's: nothing is sealed there that its keys do not open.
    const problem = await verifyKeys(workerCtx())
    if (problem) throw new Error(problem.message)
    return await seedDatabase(chains.map((chain) => ({ ...chain, explorerUrl: chain.rpcUrl })))
  } finally {
    await endPools(2)
  }
}
