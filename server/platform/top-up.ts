import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { lanes, transactions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { listPlatformWallets, type PlatformWallet } from './gas-wallet'
import { lockOpen } from './lock-open'

export type GasNeed = {
  lane: { address: string }
  shortUnits: bigint
  /** The first transaction that waits for it. */
  servedTransactionId: string | null
}

/**
 * Where the platform pays, a wallet is filled for this many times what it lacks now, so that a busy one does not wait for each batch. Where
 * a business pays it gets what it lacks, which is held from the balance: more could be locked up in wallets for nothing.
 */
const AHEAD = 4n
/** Short again within so many minutes: twice the last amount. What lies unused in a wallet stays below what it lately spent. */
const AGAIN_MINUTES = 10
/** No block can have brought a top-up so soon. */
const ONE_AT_A_TIME_SECONDS = 1

/**
 * Queues native transfers to wallets that lack gas: from the gas wallet, and to the platform's own wallets from the treasury; one at a
 * time per wallet (a unique index sees to it). Returns false when the installation has no gas wallet.
 */
export async function requestTopUps(ctx: WorkerCtx, chain: Chain, needs: GasNeed[]): Promise<boolean> {
  if (needs.length === 0) return true
  const platform = await listPlatformWallets(ctx)
  const gas = platform.find((wallet) => wallet.purpose === 'GAS')
  if (!gas) return false
  const treasury = platform.find((wallet) => wallet.purpose === 'TREASURY') ?? gas
  const isOwn = ({ lane }: GasNeed) => platform.some((wallet) => wallet.address === lane.address)
  const rows = needs.filter(isOwn).flatMap(({ lane, shortUnits }) => {
    // Nobody fills the last source: an alarm asks a person to.
    if (lane.address === treasury.address) return []
    return [
      topUp(chain, treasury, {
        toAddress: lane.address,
        amountUnits: upToMark(shortUnits, chain),
        servedTransactionId: null,
      }),
    ]
  })
  const others = needs.filter((need) => !isOwn(need))
  for (const { address, units, served } of await growAmounts(ctx, chain, others))
    rows.push(topUp(chain, gas, { toAddress: address, amountUnits: units, servedTransactionId: served }))
  if (rows.length === 0) return true
  await openPlatformLanes(ctx, chain.chainId, [gas, treasury])
  await insertTopUps(rows)
  return true
}

/** None for a transaction that ended since its need was seen: it has paid already, and nobody would pay for this. */
async function insertTopUps(rows: ReturnType<typeof topUp>[]): Promise<void> {
  await inWorker(async ({ db }) => {
    const served = rows.flatMap(({ servedTransactionId }) => servedTransactionId ?? [])
    const open = await lockOpen(db, served)
    const wanted = rows.filter(({ servedTransactionId: id }) => id === null || open.has(id))
    if (wanted.length > 0) await db.insert(transactions).values(wanted).onConflictDoNothing()
  })
}

const grownRow = z.object({
  address: z.string(),
  units: z.string().transform((text) => BigInt(text)),
  served: z.string().nullable(),
})

/** How much each wallet gets, noted on its lane; those with a top-up on the way are left out, or with one that another worker just noted. */
async function growAmounts({ db }: WorkerCtx, chain: Chain, needs: GasNeed[]): Promise<z.infer<typeof grownRow>[]> {
  if (needs.length === 0) return []
  const isAhead = chain.gasPolicy === 'sponsored'
  const wanted = needs.map(({ lane, shortUnits, servedTransactionId }) => {
    const ahead = isAhead ? shortUnits * AHEAD : 0n
    const bounded = ahead < chain.gasTargetUnits ? ahead : chain.gasTargetUnits
    const units = bounded > shortUnits ? bounded : shortUnits
    return { address: lane.address, units: units.toString(), served: servedTransactionId }
  })
  const rows = await db.execute(sql`
    update lanes l set topped_up_at = now(), last_top_up_units = greatest(n.units, case
      when ${isAhead} and l.topped_up_at > now() - make_interval(mins => ${AGAIN_MINUTES})
      then least(2 * l.last_top_up_units, ${chain.gasTargetUnits.toString()}::numeric) end)
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as n(address text, units numeric, served uuid)
    where l.chain_id = ${chain.chainId} and l.address = n.address
      and (l.topped_up_at is null or l.topped_up_at < now() - make_interval(secs => ${ONE_AT_A_TIME_SECONDS}))
      and not exists (select 1 from transactions t where t.chain_id = l.chain_id and t.to_address = l.address and t.type = 'GAS_TOPUP' and t.status = 'PENDING')
    returning l.address, l.last_top_up_units::text as units, n.served`)
  return z.array(grownRow).parse([...rows])
}

/** A lane exists before anything is queued on it. */
export async function openPlatformLanes({ db }: WorkerCtx, chainId: number, platform: PlatformWallet[]): Promise<void> {
  await db
    .insert(lanes)
    .values(platform.map(({ businessId, id: walletId, address }) => ({ businessId, chainId, walletId, address })))
    .onConflictDoNothing()
}

/** What every transaction of the platform itself has in common. */
export function platformTransaction(chain: Chain, sender: PlatformWallet) {
  return {
    businessId: sender.businessId,
    walletId: sender.id,
    laneWalletId: sender.id,
    chainType: chain.chainType,
    network: chain.network,
    chainId: chain.chainId,
    signerType: 'PLATFORM' as const,
    fromAddress: sender.address,
    addressIndex: sender.addressIndex,
    decimals: chain.nativeDecimals,
  }
}

type TopUp = { toAddress: string; amountUnits: bigint; servedTransactionId: string | null }

/** The chain's mark, or more where that much is lacking. */
function upToMark(shortUnits: bigint, { gasTargetUnits }: Chain): bigint {
  return gasTargetUnits > shortUnits ? gasTargetUnits : shortUnits
}

function topUp(chain: Chain, from: PlatformWallet, what: TopUp) {
  return { ...platformTransaction(chain, from), type: 'GAS_TOPUP' as const, ...what }
}
