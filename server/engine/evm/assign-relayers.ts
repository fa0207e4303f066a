import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lanes, transactions } from '@/db/schema'
import { isOwnerActive } from '@/server/businesses/is-owner-active'
import { isDelegatedTo } from '@/server/chains/evm/delegate'
import { bytes } from '@/server/chains/evm/read-latest-quantities'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { isEligibleTransaction, readRows, type TransactionSelection } from '@/server/engine/isolate-rows'
import { listPlatformWallets, type PlatformWallet } from '@/server/platform/gas-wallet'
import { openPlatformLanes } from '@/server/platform/top-up'
import { CANCELLED_BEFORE_SENDING, failQueued } from './fail-queued'
import { openDelegationOf } from './platform-costs'
import { requestDelegations } from './request-delegations'

const MAX_ASSIGNED = 256

/** The relayer that sends the delegation of the account of `t`, until the delegation is final. */
const DELEGATOR_OF_T = sql`(select o.lane_wallet_id from transactions o where o.chain_id = t.chain_id and o.to_address = t.from_address
  and o.type = 'DELEGATE' and o.status = 'PENDING' and o.stage <> 'queued')`

const unassignedRow = z.object({
  id: z.string(),
  walletId: z.string(),
  address: z.string(),
  delegatedTo: z.string().nullable(),
  ownLaneOpen: z.boolean(),
  cancelRequested: z.boolean(),
  /** The number of delegations ever requested for its account. One of them may still be pending. */
  delegations: z.number(),
  isDelegating: z.boolean(),
  owesDelegation: z.boolean(),
  /** The relayer whose transaction delegates its account, until that is final. */
  delegatorId: z.string().nullable(),
})
type Unassigned = z.infer<typeof unassignedRow>

/**
 * Assigns queued transactions without a lane to the relayers with the most free capacity. Where an account does not
 * point to the delegate contract yet, a relayer first sends its delegation. On a chain without a delegate contract,
 * each wallet sends its own transactions.
 */
export async function assignRelayers(ctx: WorkerCtx, chain: Chain, only: TransactionSelection): Promise<void> {
  const unassigned = await loadUnassigned(ctx, chain.chainId, only)
  await endCancelled(chain, unassigned)
  const waiting = unassigned.filter((row) => !row.cancelRequested)
  if (waiting.length === 0) return
  const { delegateAddress } = chain
  const relayers = (await listPlatformWallets(ctx)).filter((wallet) => wallet.purpose === 'RELAYER')
  if (chain.gasStrategy !== 'delegation' || delegateAddress === null || relayers.length === 0) {
    await relayThemselves(ctx, waiting)
    return
  }
  await openPlatformLanes(ctx, chain.chainId, relayers)
  const delegated = await withDelegation(ctx, chain, delegateAddress, waiting, relayers)
  await assign(ctx, chain, delegated, relayers)
}

/**
 * Loads from every business in turn; within a business every wallet's first transaction, then every wallet's second. A
 * burst of one business, even one that waits for its delegations, does not delay the others.
 */
async function loadUnassigned(ctx: WorkerCtx, chainId: number, only: TransactionSelection): Promise<Unassigned[]> {
  const rows = await ctx.db.execute(sql`
    with queued as (
      select q.id, q.business_id, row_number() over (partition by q.wallet_id order by q.created_at, q.id) as of_wallet
      from transactions q where q.chain_id = ${chainId} and q.lane_wallet_id is null and q.stage = 'queued' and q.status = 'PENDING'
        and (q.cancel_requested_at is not null or ${isOwnerActive('q')}) and ${isEligibleTransaction('q', ctx, only)}
    ), looked_at as (
      select id, row_number() over (partition by business_id order by of_wallet, id) as turn from queued order by turn, id limit ${MAX_ASSIGNED}
    )
    select t.id, t.wallet_id as "walletId", t.from_address as address, l.delegated_to as "delegatedTo",
      exists (select 1 from transactions o where o.chain_id = t.chain_id and o.lane_wallet_id = t.wallet_id
        and o.status = 'PENDING') as "ownLaneOpen",
      t.cancel_requested_at is not null as "cancelRequested", d.count as "delegations", d.is_open as "isDelegating",
      exists (select 1 from transactions o where ${openDelegationOf(sql`t.id`)}) as "owesDelegation", ${DELEGATOR_OF_T} as "delegatorId"
    from looked_at join transactions t on t.id = looked_at.id cross join lateral (
      select count(*)::int as count, coalesce(bool_or(d.status = 'PENDING'), false) as is_open from transactions d
      where d.chain_id = t.chain_id and d.to_address = t.from_address and d.type = 'DELEGATE'
    ) d left join lanes l on l.chain_id = t.chain_id and l.wallet_id = t.wallet_id
    order by looked_at.turn, t.id`)
  return readRows(unassignedRow, rows, { now: ctx.now, chainId })
}

/** Ends transactions that were cancelled while their delegation was pending. The fee of the delegation is known now. */
async function endCancelled(chain: Chain, unassigned: Unassigned[]): Promise<void> {
  const ended = unassigned.filter((row) => row.cancelRequested && !row.owesDelegation)
  await failQueued(
    chain,
    ended.map(({ id }) => ({ id, error: CANCELLED_BEFORE_SENDING })),
  )
}

async function relayThemselves({ db }: WorkerCtx, waiting: Unassigned[]): Promise<void> {
  const ids = waiting.map((row) => row.id)
  await db
    .update(transactions)
    .set({ laneWalletId: sql`wallet_id` })
    .where(and(inArray(transactions.id, ids), sql`lane_wallet_id is null and stage = 'queued'`))
}

/** Returns the rows whose account points to the contract already. Requests a delegation for the others. */
async function withDelegation(
  ctx: WorkerCtx,
  chain: Chain,
  delegate: string,
  waiting: Unassigned[],
  relayers: PlatformWallet[],
): Promise<Unassigned[]> {
  const undelegated = new Map(
    waiting.filter((row) => row.delegatedTo !== delegate).map((row) => [row.walletId, row] as const),
  )
  if (undelegated.size === 0) return waiting
  const owners = [...undelegated.values()]
  const codes = await callRpcBatch(
    chain,
    owners.map(({ address }) => ({ method: 'eth_getCode', params: [address, 'latest'] })),
  )
  const isReady = (index: number) => isDelegatedTo(readAnswer(bytes, codes[index]), delegate)
  const ready = owners.filter((_, index) => isReady(index))
  await markDelegated(
    ctx,
    chain.chainId,
    delegate,
    ready.map((row) => row.walletId),
  )
  for (const { walletId } of ready) undelegated.delete(walletId)
  // An account may not change its relayer while it sends transactions itself: the authorization names its next nonce.
  await requestDelegations(
    ctx,
    chain,
    waiting.filter((row) => undelegated.has(row.walletId) && !row.ownLaneOpen && !row.isDelegating),
    relayers,
  )
  return waiting.filter((row) => !undelegated.has(row.walletId))
}

async function markDelegated({ db }: WorkerCtx, chainId: number, delegatedTo: string, walletIds: string[]) {
  if (walletIds.length === 0) return
  await db
    .update(lanes)
    .set({ delegatedTo })
    .where(and(eq(lanes.chainId, chainId), inArray(lanes.walletId, walletIds)))
}

/**
 * Assigns rows to the relayer with the most free capacity. While the delegation of an account is not final, its
 * transactions use the same relayer, so that a reorg cannot mine one of them before the delegation.
 */
async function assign(ctx: WorkerCtx, chain: Chain, rows: Unassigned[], relayers: PlatformWallet[]): Promise<void> {
  if (rows.length === 0) return
  const rooms = await roomOf(ctx, chain, relayers)
  const given: { id: string; wallet_id: string }[] = []
  for (const { id, delegatorId } of rows) {
    const relayerId = delegatorId ?? widestOf(rooms)
    const room = rooms.get(relayerId) ?? 0
    if (room <= 0) continue
    rooms.set(relayerId, room - 1)
    given.push({ id, wallet_id: relayerId })
  }
  // The account may have been delegated since it was read, so the statement looks for its relayer again.
  await ctx.db.execute(sql`
    update transactions t set lane_wallet_id = coalesce(${DELEGATOR_OF_T}, g.wallet_id)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(id uuid, wallet_id uuid)
    where t.id = g.id and t.lane_wallet_id is null and t.stage = 'queued' and t.status = 'PENDING' and t.cancel_requested_at is null`)
}

function widestOf(rooms: ReadonlyMap<string, number>): string {
  const [widest] = [...rooms].sort(([, a], [, b]) => b - a)
  return widest?.[0] ?? ''
}

/**
 * The number of further transactions that each relayer may have queued or in flight. Transactions of suspended projects
 * do not count.
 */
async function roomOf({ db }: WorkerCtx, chain: Chain, relayers: PlatformWallet[]): Promise<Map<string, number>> {
  const taken = await db.execute(sql`
    select lane_wallet_id as "walletId", count(*)::int as count from transactions t
    where chain_id = ${chain.chainId} and status = 'PENDING'
      and (stage in ('signed', 'broadcast') or (stage = 'queued' and ${isOwnerActive('t')}))
      and lane_wallet_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(relayers.map((wallet) => wallet.id))}::jsonb))
    group by 1`)
  const counts = new Map(
    z
      .array(z.object({ walletId: z.string(), count: z.number() }))
      .parse([...taken])
      .map((row) => [row.walletId, row.count]),
  )
  return new Map(relayers.map(({ id }) => [id, chain.laneWindow - (counts.get(id) ?? 0)]))
}
