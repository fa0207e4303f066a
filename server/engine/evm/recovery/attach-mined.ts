import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import type { SignedTransaction } from '@/server/chains/evm/signed-transaction'
import type { Chain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { callOf } from '@/server/engine/evm/gas-limit-of'
import { attachFound } from './attach-found'
import { matchMined, type Waiting } from './match-mined'
import { type BlockRange, readMined } from './read-mined'

/** A wallet that sends its transactions itself, by its lane. */
type SendingLane = { walletId: string; address: string }

/**
 * The result for one lane: rows attached to transactions on chain, transactions on chain without a row, and rows that
 * are not on chain.
 */
type LaneFindings = {
  walletId: string
  attached: { transactionId: string; txHash: string }[]
  unmatched: SignedTransaction[]
  /** Transaction ids. */
  waiting: string[]
}

type KeepUnmatched = (db: Database, found: LaneFindings) => Promise<void>

const openRow = z.object({
  id: z.string(),
  walletId: z.string(),
  type: z.string(),
  nonce: z.number().nullable(),
  toAddress: z.string(),
  tokenAddress: z.string().nullable(),
  callData: z.string().nullable(),
  amountUnits: z.string().transform((text) => BigInt(text)),
})

/**
 * Finds transactions of lanes that the database does not know, after a backup was restored. It reads the blocks,
 * matches the transactions of the lanes' wallets with their open rows (`matchMined`) and attaches those, oldest first.
 * The engine ends them by their receipts on its next run; the lanes continue after the ones on chain. Pass final
 * blocks, from the one after the engine's stored cursor; nothing may sign for the lanes meanwhile. `keep` stores
 * transactions without a row, in the database transaction that moves the lane behind them: once a lane has moved, these
 * blocks are not read again. Running it again changes nothing. Throws RpcUnavailableError, RpcError.
 */
export async function attachMined(
  ctx: WorkerCtx,
  chain: Chain,
  { lanes, blocks, keep }: { lanes: readonly SendingLane[]; blocks: BlockRange; keep: KeepUnmatched },
): Promise<LaneFindings[]> {
  const mined = await readMined(chain, blocks, new Set(lanes.map(({ address }) => address)))
  const stored = await loadKnown(ctx, chain.chainId, mined)
  const open = await loadOpen(ctx, chain.chainId, lanes)
  const findings: LaneFindings[] = []
  for (const lane of lanes) {
    const ofLane = mined.filter(({ fromAddress }) => fromAddress.toLowerCase() === lane.address.toLowerCase())
    const rows = open.filter(({ walletId, id }) => walletId === lane.walletId && !isSettling(ofLane, stored, id))
    const unknown = ofLane.filter(({ hash }) => !stored.has(hash))
    const found = await attachLane(chain, lane, { mined: unknown, rows })
    await inWorker(async ({ db }) => {
      await keep(db, found)
      await moveLane(db, chain.chainId, lane, ofLane)
    })
    findings.push(found)
  }
  return findings
}

/** Whether a block holds an attempt that the database knows; its receipt ends the transaction. */
function isSettling(mined: readonly SignedTransaction[], stored: ReadonlyMap<string, string>, transactionId: string) {
  return mined.some(({ hash }) => stored.get(hash) === transactionId)
}

type OfLane = { mined: readonly SignedTransaction[]; rows: readonly z.output<typeof openRow>[] }

async function attachLane(chain: Chain, { walletId }: SendingLane, { mined, rows }: OfLane): Promise<LaneFindings> {
  const byHash = new Map(mined.map((each) => [each.hash, each]))
  const { matched, unmatched, waiting } = matchMined(mined, rows.map(toWaiting))
  const found = matched.flatMap(({ id, hash }) => {
    const signed = byHash.get(hash)
    return signed ? [{ transactionId: id, signed }] : []
  })
  await attachFound(chain.chainId, found)
  return {
    walletId,
    attached: found.map(({ transactionId, signed }) => ({ transactionId, txHash: signed.hash })),
    unmatched: unmatched.flatMap((hash) => byHash.get(hash) ?? []),
    waiting,
  }
}

function toWaiting({ id, nonce, ...row }: z.output<typeof openRow>): Waiting {
  return { id, nonce, ...callOf(row) }
}

/** The hashes that are already attempts, with the ids of their transactions. */
async function loadKnown(
  { db }: WorkerCtx,
  chainId: number,
  mined: readonly SignedTransaction[],
): Promise<Map<string, string>> {
  if (mined.length === 0) return new Map()
  const rows = await db.execute(sql`
    select a.tx_hash as hash, a.transaction_id as id from transaction_attempts a where a.chain_id = ${chainId}
      and a.tx_hash in (select jsonb_array_elements_text(${JSON.stringify(mined.map(({ hash }) => hash))}::jsonb))`)
  const stored = z.array(z.object({ hash: z.string(), id: z.string() })).parse([...rows])
  return new Map(stored.map(({ hash, id }) => [hash, id]))
}

/** Rows that the lanes' wallets send themselves and that no known block holds, oldest first. */
async function loadOpen({ db }: WorkerCtx, chainId: number, lanes: readonly SendingLane[]) {
  const rows = await db.execute(sql`
    select t.id, t.lane_wallet_id as "walletId", t.type, t.nonce::int as nonce, t.to_address as "toAddress", t.token_address as "tokenAddress",
      t.call_data as "callData", t.amount_units::text as "amountUnits"
    from transactions t where t.chain_id = ${chainId} and t.status = 'PENDING' and t.stage in ('awaiting_approval', 'queued', 'signed', 'broadcast')
      and t.lane_wallet_id = t.wallet_id
      and t.lane_wallet_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(lanes.map(({ walletId }) => walletId))}::jsonb))
    order by t.created_at, t.id`)
  return z.array(openRow).parse([...rows])
}

/** Moves the lane's next nonce behind the highest one on chain. */
async function moveLane(
  db: Database,
  chainId: number,
  { walletId }: SendingLane,
  mined: readonly SignedTransaction[],
): Promise<void> {
  if (mined.length === 0) return
  const next = Math.max(...mined.map(({ nonce }) => nonce)) + 1
  await db.execute(sql`
    update lanes set next_nonce = greatest(next_nonce, ${next}::bigint), updated_at = now()
    where chain_id = ${chainId} and wallet_id = ${walletId}::uuid`)
}
