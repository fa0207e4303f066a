import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ALARM_KINDS } from '@/schemas/alarms/words'
import type { Cause, Watcher } from '@/server/alarms/watcher'
import { isChainFault } from '@/server/chains/read-from-chain'
import { findChain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { readReceipts } from '@/server/engine/evm/read-receipts'

const BATCH_SIZE = 500

const causeRow = z.object({ kind: z.enum(ALARM_KINDS), chainId: z.number(), subject: z.string(), message: z.string() })
const goneRow = causeRow.extend({ hash: z.string() })

/**
 * The engine raises these alarms when it finds their cause, and does not notice when the cause ends. This watcher finds
 * the open alarms whose cause still exists.
 */
export const engineWatcher: Watcher = {
  name: 'engine',
  kinds: ['needs_operator', 'stuck_head', 'deep_reorg'],
  works: ['pump-chain'],
  async findCauses(ctx) {
    return [...(await findWaiting(ctx)), ...(await findGone(ctx))]
  },
}

const COLUMNS = sql`a.kind, a.chain_id as "chainId", a.subject, a.message`
/** The id of the transaction that the alarm is about; null if it is about an address. */
const SUBJECT_ID = sql`(case when a.subject ~ '^[0-9a-f-]{36}$' then a.subject::uuid end)`

/**
 * Alarms about a transaction that an operator still has to judge, or about an address with transactions from before the
 * alarm that are not mined. Addresses are looked up through wallets, because lanes have no index by address.
 */
async function findWaiting({ db }: WorkerCtx): Promise<Cause[]> {
  const rows = await db.execute(sql`
    select ${COLUMNS} from alarms a
    where a.closed_at is null and a.kind in ('needs_operator', 'stuck_head') and (
      exists (select 1 from transactions t where t.id = ${SUBJECT_ID} and t.status = 'PENDING' and t.needs_operator is not null)
      or exists (select 1 from wallets w join transactions t on t.chain_id = a.chain_id and w.id in (t.wallet_id, t.lane_wallet_id)
        where w.address = a.subject and t.status = 'PENDING' and t.stage in ('queued', 'signed', 'broadcast') and t.created_at <= a.created_at))`)
  return z.array(causeRow).parse([...rows])
}

/** Ended transactions that are still in no block after a deep reorg. */
async function findGone({ db }: WorkerCtx): Promise<Cause[]> {
  const rows = await db.execute(sql`
    select ${COLUMNS}, t.tx_hash as hash from alarms a join transactions t on t.id = ${SUBJECT_ID}
    where a.closed_at is null and a.kind = 'deep_reorg'`)
  const open = z.array(goneRow).parse([...rows])
  const missing: Cause[] = []
  for (const chainId of new Set(open.map((row) => row.chainId))) {
    const ofChain = open.filter((row) => row.chainId === chainId)
    for (let from = 0; from < ofChain.length; from += BATCH_SIZE) {
      const batch = ofChain.slice(from, from + BATCH_SIZE)
      const found = await readHeld(
        chainId,
        batch.map(({ hash }) => hash),
      )
      missing.push(...batch.filter(({ hash }) => !found.has(hash)).map(({ hash: _hash, ...cause }) => cause))
    }
  }
  return missing
}

/** The hashes that the chain has; null while it does not answer. */
async function readHeld(chainId: number, hashes: string[]): Promise<ReadonlySet<string>> {
  const chain = await findChain(chainId)
  if (!chain || chain.rpcUrls.length === 0) return new Set()
  const receipts = await readReceipts(chain, hashes).catch((error: unknown) => {
    if (isChainFault(error)) return new Map<string, never>()
    throw error
  })
  return new Set(receipts.keys())
}
