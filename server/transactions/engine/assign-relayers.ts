import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lanes, transactions } from '@/db/schema'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import { isDelegatedTo } from '@/server/chains/evm/delegate'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, resultOf } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { listPlatformWallets, type PlatformWallet } from '../gas-wallet'
import { openPlatformLanes, platformTransaction } from './top-up'

const MAX_ASSIGNED = 256

const unassignedRow = z.object({
  id: z.string(),
  walletId: z.string(),
  address: z.string(),
  delegatedTo: z.string().nullable(),
  ownLaneOpen: z.boolean(),
})
type Unassigned = z.infer<typeof unassignedRow>

/**
 * Gives queued transactions that have no lane yet to the relayers with the most room. Wallets whose account does not point to the
 * delegate contract yet get that first, by a transaction of a relayer. Without a delegate contract the wallet carries its own.
 */
export async function assignRelayers(ctx: WorkerCtx, chain: Chain): Promise<void> {
  const waiting = await loadUnassigned(ctx, chain.chainId)
  if (waiting.length === 0) return
  const { delegateAddress } = chain
  const relayers = (await listPlatformWallets(ctx)).filter((wallet) => wallet.purpose === 'RELAYER')
  if (chain.gasStrategy !== 'delegation' || delegateAddress === null || relayers.length === 0) {
    await carryThemselves(ctx, waiting)
    return
  }
  await openPlatformLanes(ctx, chain.chainId, relayers)
  const delegated = await withDelegation(ctx, chain, delegateAddress, waiting, relayers)
  await assign(ctx, chain, delegated, relayers)
}

async function loadUnassigned({ db }: WorkerCtx, chainId: number): Promise<Unassigned[]> {
  const rows = await db.execute(sql`
    select t.id, t.wallet_id as "walletId", t.from_address as address, l.delegated_to as "delegatedTo",
      exists (select 1 from transactions o where o.chain_id = t.chain_id and o.lane_wallet_id = t.wallet_id
        and o.status = 'PENDING') as "ownLaneOpen"
    from transactions t left join lanes l on l.chain_id = t.chain_id and l.wallet_id = t.wallet_id
    where t.chain_id = ${chainId} and t.lane_wallet_id is null and t.stage = 'queued' and t.status = 'PENDING'
    order by t.created_at, t.id limit ${MAX_ASSIGNED}`)
  return z.array(unassignedRow).parse([...rows])
}

async function carryThemselves({ db }: WorkerCtx, waiting: Unassigned[]): Promise<void> {
  const ids = waiting.map((row) => row.id)
  await db
    .update(transactions)
    .set({ laneWalletId: sql`wallet_id` })
    .where(and(inArray(transactions.id, ids), sql`lane_wallet_id is null and stage = 'queued'`))
}

/** The rows whose owner's account is known to point to the contract; for the others that is looked up, or set in motion. */
async function withDelegation(
  ctx: WorkerCtx,
  chain: Chain,
  delegate: string,
  waiting: Unassigned[],
  relayers: PlatformWallet[],
): Promise<Unassigned[]> {
  const strangers = new Map(
    waiting.filter((row) => row.delegatedTo !== delegate).map((row) => [row.walletId, row] as const),
  )
  if (strangers.size === 0) return waiting
  const owners = [...strangers.values()]
  const codes = await callRpcBatch(
    chain,
    owners.map(({ address }) => ({ method: 'eth_getCode', params: [address, 'latest'] })),
  )
  const isReady = (place: number) => isDelegatedTo(String(resultOf(codes[place])), delegate)
  const ready = owners.filter((_, place) => isReady(place))
  await markDelegated(
    ctx,
    chain.chainId,
    delegate,
    ready.map((row) => row.walletId),
  )
  // An account may not change hands while it still sends transactions of its own: the authorization names its next nonce.
  await requestDelegations(
    ctx,
    chain,
    owners.filter((row, place) => !isReady(place) && !row.ownLaneOpen),
    relayers,
  )
  for (const { walletId } of ready) strangers.delete(walletId)
  return waiting.filter((row) => !strangers.has(row.walletId))
}

async function markDelegated({ db }: WorkerCtx, chainId: number, delegatedTo: string, walletIds: string[]) {
  if (walletIds.length === 0) return
  await db
    .update(lanes)
    .set({ delegatedTo })
    .where(and(eq(lanes.chainId, chainId), inArray(lanes.walletId, walletIds)))
}

async function requestDelegations(
  ctx: WorkerCtx,
  chain: Chain,
  owners: Unassigned[],
  relayers: PlatformWallet[],
): Promise<void> {
  const hopeless = await triedTooOften(ctx, chain, owners)
  const rows = owners.flatMap(({ address }, place) => {
    if (hopeless.has(address)) return []
    const relayer = relayers[place % relayers.length]
    if (!relayer) return []
    return [{ ...platformTransaction(chain, relayer), type: 'DELEGATE' as const, toAddress: address, amountUnits: 0n }]
  })
  if (rows.length === 0) return
  await ctx.db.insert(transactions).values(rows).onConflictDoNothing()
  faultPoint('delegation-after-request')
}

/** A delegation that is mined and changes nothing costs gas each time: after three in an hour a person has to look. */
async function triedTooOften({ db }: WorkerCtx, chain: Chain, owners: Unassigned[]): Promise<Set<string>> {
  if (owners.length === 0) return new Set()
  const addresses = owners.map((owner) => owner.address)
  const rows = await db
    .select({ address: transactions.toAddress })
    .from(transactions)
    .where(
      and(
        eq(transactions.chainId, chain.chainId),
        eq(transactions.type, 'DELEGATE'),
        eq(transactions.status, 'COMPLETED'),
        inArray(transactions.toAddress, addresses),
        sql`created_at > now() - interval '1 hour'`,
      ),
    )
    .groupBy(transactions.toAddress)
    .having(sql`count(*) >= 3`)
  for (const { address } of rows) {
    const message = `The account ${address} does not point to the delegate contract after three transactions that set it.`
    await raiseAlarm(db, { kind: 'needs_operator', chainId: chain.chainId, subject: address, message })
  }
  return new Set(rows.map((row) => row.address))
}

async function assign(ctx: WorkerCtx, chain: Chain, rows: Unassigned[], relayers: PlatformWallet[]): Promise<void> {
  if (rows.length === 0) return
  const rooms = await roomOf(ctx, chain, relayers)
  const given: { id: string; wallet_id: string }[] = []
  for (const { id } of rows) {
    const [widest] = [...rooms].sort(([, a], [, b]) => b - a)
    if (!widest || widest[1] <= 0) break
    rooms.set(widest[0], widest[1] - 1)
    given.push({ id, wallet_id: widest[0] })
  }
  await ctx.db.execute(sql`
    update transactions t set lane_wallet_id = g.wallet_id
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(id uuid, wallet_id uuid)
    where t.id = g.id and t.lane_wallet_id is null and t.stage = 'queued' and t.status = 'PENDING'`)
}

/** How many more transactions each relayer may have queued or in flight. */
async function roomOf({ db }: WorkerCtx, chain: Chain, relayers: PlatformWallet[]): Promise<Map<string, number>> {
  const taken = await db.execute(sql`
    select lane_wallet_id as "walletId", count(*)::int as count from transactions
    where chain_id = ${chain.chainId} and status = 'PENDING' and stage in ('queued', 'signed', 'broadcast')
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
