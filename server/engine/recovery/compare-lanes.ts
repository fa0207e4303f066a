import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

/** A wallet with more transactions on its chain than in the database. */
export type LaneAhead = {
  walletId: string
  address: string
  isPlatform: boolean
  /** The number of transactions in blocks that the database lacks. */
  mined: number
  /** The number of transactions in the pool of a node that the database lacks. */
  pending: number
}

/**
 * The maximum of wallets that one run checks: the platform's first, then those with open transactions, then by latest
 * use, then the newest. Those that a restore added come last: they send nothing before they are compared.
 */
const MAX_LANES = 5_000
const AT_ONCE = 100

const lane = z.object({ walletId: z.string(), address: z.string(), isPlatform: z.boolean() })
type Lane = z.output<typeof lane>
const counted = z.array(z.object({ walletId: z.string(), known: z.number() }))

/**
 * The lanes with transactions on chain that the database lacks. `whose`: only the platform's wallets, which takes few
 * calls, or every wallet. Throws RpcUnavailableError, RpcError.
 */
export async function compareLanes(ctx: WorkerCtx, chain: Chain, whose: 'platform' | 'every'): Promise<LaneAhead[]> {
  const lanes = await loadLanes(ctx, chain.chainId, whose)
  const ahead: LaneAhead[] = []
  for (let start = 0; start < lanes.length; start += AT_ONCE)
    ahead.push(...(await compareThese(ctx, chain, lanes.slice(start, start + AT_ONCE))))
  return ahead
}

/** As `compareLanes`, of a hundred wallets at most. */
export async function compareThese(ctx: WorkerCtx, chain: Chain, lanes: readonly Lane[]): Promise<LaneAhead[]> {
  if (lanes.length === 0) return []
  const calls = lanes.flatMap(({ address }) =>
    ['latest', 'pending'].map((block) => ({ method: 'eth_getTransactionCount', params: [address, block] })),
  )
  const answers = await callRpcBatch(chain, calls)
  // Read after the chain, because the engine stores a transaction before it sends it.
  const knownOf = await countKnown(ctx, chain.chainId, lanes)
  return lanes.flatMap((wallet, n) => {
    const knownCount = knownOf.get(wallet.walletId) ?? 0
    const inBlocks = Number(readAnswer(quantity, answers[2 * n]))
    const withPool = Number(readAnswer(quantity, answers[2 * n + 1]))
    const mined = Math.max(0, inBlocks - knownCount)
    const pending = Math.max(0, withPool - Math.max(knownCount, inBlocks))
    return mined + pending > 0 ? [{ ...wallet, mined, pending }] : []
  })
}

async function loadLanes({ db }: WorkerCtx, chainId: number, whose: 'platform' | 'every'): Promise<Lane[]> {
  const isPlatform = sql`w.business_id = ${PLATFORM_BUSINESS_ID}`
  // A wallet that first sent after the backup has no lane.
  const rows = await db.execute(sql`
    select w.id as "walletId", w.address, ${isPlatform} as "isPlatform"
    from wallets w left join lanes l on l.chain_id = ${chainId} and l.wallet_id = w.id
      left join (select distinct lane_wallet_id as id from transactions where chain_id = ${chainId} and status = 'PENDING') o on o.id = w.id
    where w.chain_type = 'EVM' and (${isPlatform} and l.wallet_id is not null ${whose === 'every' ? sql`or not ${isPlatform}` : sql``})
    order by "isPlatform" desc, o.id is null, l.updated_at desc nulls last, w.restored is not null, w.id desc
    limit ${MAX_LANES}`)
  return z.array(lane).parse([...rows])
}

/**
 * The number of used nonces of each wallet according to the database. A delegation (EIP-7702) also uses one of the
 * delegated wallet.
 */
async function countKnown({ db }: WorkerCtx, chainId: number, lanes: readonly Lane[]): Promise<Map<string, number>> {
  const ids = JSON.stringify(lanes.map(({ walletId }) => walletId))
  const rows = await db.execute(sql`
    select l.wallet_id as "walletId", (coalesce(l.next_nonce, 0) + (select count(*) from transactions d
      where d.chain_id = l.chain_id and d.type = 'DELEGATE' and d.to_address = l.address and d.stage <> 'queued'))::int as known
    from lanes l where l.chain_id = ${chainId}
      and l.wallet_id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))`)
  return new Map(counted.parse([...rows]).map(({ walletId, known: knownCount }) => [walletId, knownCount]))
}
