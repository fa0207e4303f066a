import { and, eq, isNull } from 'drizzle-orm'
import { type Hex, isHex } from 'viem'
import { indexerSubscriptions } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { toWanted, type Wanted } from '@/server/indexer/catalog/match-log'

/** What the follower of a chain has to know of a subscription. */
export type Followed = {
  id: string
  businessId: string
  projectId: string
  /** In small letters, as logs have it. */
  contract: Hex
  contractAddress: string
  wanted: Wanted
  fromBlock: bigint
}

/** Reading signatures costs more than the row that holds them, and many subscriptions ask for the same. */
const read = new Map<string, Wanted>()
const MAX_READ = 10_000

/** Every subscription of a chain, paused ones too: what happens to those is counted. */
export async function loadSubscriptions({ db }: WorkerCtx, chainId: number): Promise<Followed[]> {
  const rows = await db
    .select({
      id: indexerSubscriptions.id,
      businessId: indexerSubscriptions.businessId,
      projectId: indexerSubscriptions.projectId,
      contractAddress: indexerSubscriptions.contractAddress,
      events: indexerSubscriptions.events,
      fromBlock: indexerSubscriptions.fromBlock,
    })
    .from(indexerSubscriptions)
    .where(and(eq(indexerSubscriptions.chainId, chainId), isNull(indexerSubscriptions.deletedAt)))
  return rows.flatMap(({ events, ...row }) => {
    const contract = row.contractAddress.toLowerCase()
    return isHex(contract) ? [{ ...row, contract, wanted: wantedOf(events) }] : []
  })
}

function wantedOf(events: string[]): Wanted {
  const key = JSON.stringify(events)
  const wanted = read.get(key) ?? toWanted(events)
  if (read.size >= MAX_READ) read.clear()
  read.set(key, wanted)
  return wanted
}
