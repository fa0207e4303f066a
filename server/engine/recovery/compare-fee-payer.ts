import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { lruPerProcess } from '@/db/lru-per-process'
import type { Chain } from '@/server/chains/registry'
import { callRpc, readResult } from '@/server/chains/rpc'
import { readPaidBy } from '@/server/chains/solana/read-memos'
import type { WorkerCtx } from '@/server/ctx'
import { findFeePayer } from '@/server/platform/ensure-fee-payer'

const PAGE = 1_000
/** Strangers can fill pages: each transaction that names the fee payer is listed. */
const MAX_PAGES = 20
/** Nodes put the length before each memo: `[36] <uuid>`. */
const MEMO = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/

const listed = z.array(z.object({ signature: z.string(), memo: z.string().nullish(), err: z.unknown() }))

/** Transactions with an id as a memo that another account paid for: they stay so. */
const forged = () => lruPerProcess<true>('forged-memos', { max: 50_000 })

/**
 * The number of transactions of the platform's fee payer that the database does not know, counted back to the newest
 * that it knows: on the first page that has either kind. Reads at most 20 pages of 1,000. Only transactions that the
 * fee payer signed count, because a stranger can name it and copy a memo. Throws RpcUnavailableError, RpcError.
 */
export async function compareFeePayer(ctx: WorkerCtx, chain: Chain): Promise<number> {
  const feePayer = await findFeePayer(ctx)
  if (!feePayer) return 0
  let before: string | undefined
  for (let read = 0; read < MAX_PAGES; read += 1) {
    const options = { limit: PAGE, commitment: 'confirmed', ...(before !== undefined && { before }) }
    const page = readResult(listed, await callRpc(chain, 'getSignaturesForAddress', [feePayer.address, options]))
    const memoed = page.flatMap(({ signature, memo, err }) =>
      MEMO.test(memo ?? '') && err === null && !forged().has(signature) ? [signature] : [],
    )
    // Read after the chain, because the engine stores a transaction before it sends it.
    const unknown = await listUnknown(ctx, memoed)
    const paid = await readPaidBy(chain, unknown, { feePayer: feePayer.address, commitment: 'confirmed' })
    for (const signature of unknown) if (!paid.has(signature)) forged().set(signature, true)
    if (paid.size > 0 || unknown.length < memoed.length || page.length < PAGE) return paid.size
    before = page.at(-1)?.signature
  }
  return 0
}

async function listUnknown({ db }: WorkerCtx, signatures: readonly string[]): Promise<string[]> {
  if (signatures.length === 0) return []
  const rows = await db.execute(sql`
    select o.signature from jsonb_array_elements_text(${JSON.stringify(signatures)}::jsonb) as o(signature)
    where not exists (select from transaction_attempts a where a.tx_hash = o.signature)
      and not exists (select from found_executions f where f.tx_hash = o.signature)`)
  return z
    .array(z.object({ signature: z.string() }))
    .parse([...rows])
    .map(({ signature }) => signature)
}
