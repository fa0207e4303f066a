import { eq } from 'drizzle-orm'
import { rpcEndpoints } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { preferEndpoint } from '@/server/chains/rpc/readers'
import { checkEndpoint } from '@/server/chains/rpc/verify-endpoint'
import { workerCtx } from '@/server/ctx'
import { CLUSTER_ID } from './local-solana'
import { type Lie, startLyingNode } from './lying-node'
import { requireChain } from './require-chain'

type Liar = {
  /** The cluster's own. */
  rpcUrl: string
  /** The one that is read from, or only a witness. */
  role: 'reader' | 'witness'
  lie: Lie
}

/** Another endpoint in front of the local cluster's. Returns how often it lied, and removes it again. */
export async function addLiar({
  rpcUrl,
  role,
  lie,
}: Liar): Promise<{ lies: () => number; remove: () => Promise<void> }> {
  const node = await startLyingNode(rpcUrl, lie)
  const liar = { chainId: CLUSTER_ID, url: node.url, label: 'liar', priority: role === 'reader' ? -1 : 5 }
  const { db } = workerCtx()
  const [row] = await db.insert(rpcEndpoints).values(liar).returning()
  forgetChains()
  const remove = async () => {
    await db.delete(rpcEndpoints).where(eq(rpcEndpoints.id, row?.id ?? ''))
    forgetChains()
    await node.stop()
  }
  const chain = await requireChain(CLUSTER_ID)
  const endpoint = chain.endpoints.find(({ label }) => label === 'liar')
  if (!endpoint) throw new Error('the liar is not known')
  await checkEndpoint(chain, endpoint)
  if (role === 'reader') preferEndpoint(chain, endpoint)
  return { lies: node.lies, remove }
}
