import { sql } from 'drizzle-orm'
import type { ChainFinding, LostTransaction } from '@/db/schema/recoveries'
import { readFinality } from '@/server/chains/evm/read-finality'
import { toHex } from '@/server/chains/evm/read-headers'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import type { SignedTransaction } from '@/server/chains/evm/signed-transaction'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { attachMined } from '@/server/engine/evm/recovery/attach-mined'
import { attachOperations } from '@/server/engine/evm/recovery/attach-operations'
import { recordLost } from '@/server/recovery/lost-transactions'
import { NOTICED_WITHIN_MS } from '@/server/recovery/noticed-within'
import type { Recovery } from '@/server/recovery/record-snapshot'
import { compareLanes, type LaneAhead } from './compare-lanes'

/** About a day of blocks at one every two seconds; reading more takes longer than one comparison may. */
const MAX_BLOCKS = 50_000n

/**
 * Compares an EVM chain with the database. Finds the transactions that its wallets sent after the backup and attaches
 * them to their waiting rows; those without a row are recorded as lost transactions of the recovery. Throws
 * RpcUnavailableError, RpcError.
 */
export async function resyncChain(
  ctx: WorkerCtx,
  chain: Chain,
  recovery: Pick<Recovery, 'id' | 'settledBlocks'>,
): Promise<ChainFinding> {
  const { chainId } = chain
  const ahead = await compareLanes(ctx, chain, 'every')
  if (ahead.length === 0) return { chainId, state: 'level', detail: 'Level with its chain.' }
  const settled = BigInt(recovery.settledBlocks[chainId] ?? 0)
  const { finalBlock: last } = await readFinality(chain, [])
  if (last - settled > MAX_BLOCKS) {
    const detail = `${count(ahead)}, and ${last - settled} blocks since the backup are more than can be read.`
    return { chainId, state: 'ahead', detail }
  }
  const first = settled + 1n - BigInt(Math.ceil(NOTICED_WITHIN_MS / chain.blockTimeMs))
  await attach(ctx, chain, { recoveryId: recovery.id, ahead, blocks: { first: first > 0n ? first : 0n, last } })
  const left = await compareLanes(ctx, chain, 'every')
  if (left.length === 0) return { chainId, state: 'level', detail: 'Level with its chain.' }
  return { chainId, state: 'ahead', detail: `${count(left)}; its blocks are read as they become final.` }
}

type Reading = { ahead: readonly LaneAhead[]; blocks: { first: bigint; last: bigint } }

async function attach(
  ctx: WorkerCtx,
  chain: Chain,
  { recoveryId, ...reading }: Reading & { recoveryId: string },
): Promise<void> {
  const { ahead: lanes, blocks } = reading
  // Attach operations first, so that their relayer transactions are known when the relayer's lane is matched.
  await attachOperations(ctx, chain)
  // Transactions of the platform's own wallets need no row: top-ups follow balances, and a relayed operation executes
  // once on its chain.
  const customers = new Set(lanes.filter(({ isPlatform }) => !isPlatform).map(({ walletId }) => walletId))
  await attachMined(ctx, chain, {
    ...{ lanes, blocks },
    async keep(db, { walletId, unmatched }) {
      if (!customers.has(walletId)) return
      const lost = unmatched.map((signed) => toLost(chain.chainId, signed))
      await recordLost(db, { recoveryId, lost })
    },
  })
  await moveLanes(ctx, chain, reading)
}

/**
 * Moves next nonces to the counts on chain, because a delegation also uses a nonce of its wallet without being a
 * transaction of that wallet.
 */
async function moveLanes({ db }: WorkerCtx, chain: Chain, { ahead, blocks }: Reading): Promise<void> {
  const block = toHex(blocks.last)
  const answers = await callRpcBatch(
    chain,
    ahead.map(({ address }) => ({ method: 'eth_getTransactionCount', params: [address, block] })),
  )
  const counts = ahead.map(({ walletId }, n) => ({
    wallet_id: walletId,
    mined: Number(readAnswer(quantity, answers[n])),
  }))
  await db.execute(sql`
    insert into lanes (business_id, chain_id, wallet_id, address, next_nonce)
    select w.business_id, ${chain.chainId}, w.id, w.address, c.mined
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c(wallet_id uuid, mined bigint) join wallets w on w.id = c.wallet_id
    on conflict (chain_id, wallet_id) do update set next_nonce = greatest(lanes.next_nonce, excluded.next_nonce), updated_at = now()`)
}

function toLost(chainId: number, signed: SignedTransaction): LostTransaction {
  const { hash, fromAddress, to, value, nonce, data, raw, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = signed
  return {
    ...{ chainId, hash, fromAddress, toAddress: to, value: value.toString(), nonce, data },
    raw: Buffer.from(raw).toString('hex'),
    gasLimit: gasLimit.toString(),
    maxFeePerGas: maxFeePerGas.toString(),
    maxPriorityFeePerGas: maxPriorityFeePerGas.toString(),
  }
}

function count(ahead: readonly LaneAhead[]): string {
  const mined = ahead.reduce((sum, lane) => sum + lane.mined, 0)
  const pending = ahead.reduce((sum, lane) => sum + lane.pending, 0)
  const wallets = ahead.length === 1 ? '1 wallet is' : `${ahead.length} wallets are`
  return `${wallets} ahead of the database, by ${mined} in blocks and ${pending} on their way`
}
