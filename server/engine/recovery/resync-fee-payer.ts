import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ChainFinding } from '@/db/schema/recoveries'
import type { Chain } from '@/server/chains/registry'
import { callEveryEndpoint, callRpc, RpcUnavailableError, readResult } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { recordExecutions } from '@/server/engine/solana/recovery/record-executions'
import { findFeePayer } from '@/server/platform/ensure-fee-payer'
import { NOTICED_WITHIN_MS } from '@/server/recovery/noticed-within'
import type { Recovery } from '@/server/recovery/record-snapshot'

const PAGE = 1_000
/** Nodes put the length before each memo: `[36] <uuid>`. */
const MEMO = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/

const listed = z.array(z.object({ signature: z.string(), memo: z.string().nullish(), err: z.unknown() }))

/** A blockhash lives for 150 blocks; another node may have been 32 blocks ahead when it gave one out. */
const LANDS_WITHIN_BLOCKS = 182

const height = z.int().nonnegative()
const head = z.object({ absoluteSlot: height, blockHeight: height })

type ComparedWith = {
  /** The chain's finding at the last look. */
  before: ChainFinding | undefined
  recovery: Pick<Recovery, 'enteredAt'>
}

/**
 * Compares a Solana chain with the database. Records what the fee payer executed after the backup and attaches it to
 * the rows that wait for it, so that no id is signed again. The finding is `ahead` while one of the newest thousand
 * transactions is not final yet, and while something that was sent before the first snapshot can still be included.
 * Throws RpcUnavailableError, RpcError.
 */
export async function resyncFeePayer(
  ctx: WorkerCtx,
  chain: Chain,
  { before, recovery }: ComparedWith,
): Promise<ChainFinding> {
  const landsUntil = before?.landsUntil ?? (await readHighestBlock(chain)) + LANDS_WITHIN_BLOCKS
  const finding = { chainId: chain.chainId, landsUntil }
  // Read before the transactions: all up to this slot are listed.
  const finalized = { commitment: 'finalized' }
  const { absoluteSlot, blockHeight } = readResult(head, await callRpc(chain, 'getEpochInfo', [finalized]))
  const endedBefore = new Date(recovery.enteredAt.getTime() - NOTICED_WITHIN_MS)
  await recordExecutions(ctx, chain, { minSlot: absoluteSlot, endedBefore })
  const unknown = await compareFeePayer(ctx, chain)
  if (unknown > 0) {
    const transfers = unknown === 1 ? '1 transfer is' : `${unknown} transfers are`
    const detail = `${transfers} on the chain that the database does not know and that are not final yet.`
    return { ...finding, state: 'ahead', detail }
  }
  const left = landsUntil - blockHeight
  if (left < 0) return { ...finding, state: 'level', detail: 'Level with its chain.' }
  const detail = `A transfer that was sent before the restore can still be included, for ${left + 1} blocks.`
  return { ...finding, state: 'ahead', detail }
}

/** The newest block height that any endpoint knows. Throws RpcUnavailableError. */
async function readHighestBlock(chain: Chain): Promise<number> {
  const newest = { method: 'getBlockHeight', params: [{ commitment: 'processed' }] }
  const heights = (await callEveryEndpoint(chain, [newest])).flatMap(({ answers }) => {
    const found = height.safeParse(answers?.[0]?.result)
    return found.success ? [found.data] : []
  })
  if (heights.length === 0) throw new RpcUnavailableError('no endpoint has a block height')
  return Math.max(...heights)
}

/**
 * How many of the newest thousand transactions of the platform's fee payer the database does not know. Throws
 * RpcUnavailableError, RpcError.
 */
export async function compareFeePayer(ctx: WorkerCtx, chain: Chain): Promise<number> {
  const feePayer = await findFeePayer(ctx)
  if (!feePayer) return 0
  const options = { limit: PAGE, commitment: 'confirmed' }
  const page = readResult(listed, await callRpc(chain, 'getSignaturesForAddress', [feePayer.address, options]))
  const ours = page.flatMap(({ signature, memo, err }) => {
    const id = MEMO.exec(memo ?? '')?.[1]
    return id && err === null ? [{ id, signature }] : []
  })
  // Read after the chain, because the engine stores a transaction before it sends it.
  return countUnknown(ctx, ours)
}

async function countUnknown({ db }: WorkerCtx, ours: readonly { id: string; signature: string }[]): Promise<number> {
  if (ours.length === 0) return 0
  const [row] = await db.execute(sql`
    select count(*)::int as count from jsonb_to_recordset(${JSON.stringify(ours)}::jsonb) as o(id uuid, signature text)
    where not exists (select from transaction_attempts a where a.tx_hash = o.signature)
      and not exists (select from found_executions f where f.tx_hash = o.signature)`)
  return z.object({ count: z.number() }).parse(row).count
}
