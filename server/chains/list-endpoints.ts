import { setTimeout as wait } from 'node:timers/promises'
import { asc, eq } from 'drizzle-orm'
import { chains, rpcEndpoints } from '@/db/schema'
import type { ChainEndpoints } from '@/schemas/chains/contract'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { findChain } from './registry'
import { probeEndpoints } from './rpc/readers'
import { toChainEndpoints, toEndpoint } from './view'

/** A page waits no longer than this for a slow node. */
const MAX_WAIT_MS = 1_500

/** The endpoints of a chain, first choice first, with the health that this process has seen. Throws not_found. */
export async function listEndpoints({ db }: OperatorCtx, { chainId }: { chainId: number }): Promise<ChainEndpoints> {
  const [chain] = await db.select().from(chains).where(eq(chains.chainId, chainId))
  if (!chain) throw notFound('Chain')
  const served = await findChain(chainId)
  if (served) await Promise.race([probeEndpoints(served), wait(MAX_WAIT_MS)])
  const rows = await db
    .select()
    .from(rpcEndpoints)
    .where(eq(rpcEndpoints.chainId, chainId))
    .orderBy(asc(rpcEndpoints.priority), asc(rpcEndpoints.createdAt))
  return toChainEndpoints(
    chain,
    rows.map((row) => toEndpoint(row, chain)),
  )
}
