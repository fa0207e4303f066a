import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { LocalChain } from '@/dev/local-chains'
import type { LocalCluster } from '@/dev/local-clusters'
import type { AppEnvironment } from '@/dev/stack-parts'

const facts = z.object({
  liveKey: z.string(),
  businessId: z.uuid(),
  platformWallets: z.array(z.string()),
  solanaFeePayer: z.string(),
})

/** Schema, reference data, the demo business and the chains, filled in by a process of its own. */
export async function prepare(input: { bundle: string; env: AppEnvironment; chains: (LocalChain | LocalCluster)[] }) {
  const { bundle, env, chains } = input
  const { stdout } = await promisify(execFile)(process.execPath, [bundle, JSON.stringify(chains)], { env })
  return facts.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
}
