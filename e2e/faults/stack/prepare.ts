import { z } from 'zod'
import type { LocalChain } from '@/dev/local-chains'
import type { LocalCluster } from '@/dev/local-clusters'
import type { AppEnvironment } from '@/dev/stack-parts'
import { runBundle } from './run-bundle'

const facts = z.object({
  liveKey: z.string(),
  businessId: z.uuid(),
  platformWallets: z.array(z.string()),
  solanaFeePayer: z.string(),
})

/** Schema, reference data, the demo business and the chains, filled in by a process of its own. */
export async function prepare(input: { bundle: string; env: AppEnvironment; chains: (LocalChain | LocalCluster)[] }) {
  const { bundle, env, chains } = input
  return facts.parse(await runBundle({ bundle, env, order: chains }))
}
