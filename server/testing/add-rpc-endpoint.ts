import { rpcEndpoints } from '@/db/schema'
import { inWorker } from '@/server/ctx'

/** Gives a chain a JSON-RPC endpoint. */
export async function addRpcEndpoint(chainId: number, url: string): Promise<void> {
  await inWorker(async ({ db }) => {
    await db.insert(rpcEndpoints).values({ chainId, url }).onConflictDoNothing()
  })
}
