import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { PAYMENT_DEPOSIT } from '@/schemas/payments/words'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import type { Arrival, ReadBlocks } from './deposit-reader'

const wallet = z.object({
  id: z.string(),
  businessId: z.string(),
  projectId: z.string().nullable(),
  address: z.string(),
  isActive: z.boolean(),
  purpose: z.string(),
})
type Wallet = z.output<typeof wallet>

/** An arrival in a wallet that is followed. */
export type Credit = Arrival & { wallet: Wallet }

/**
 * The incoming transfers of these blocks to active wallets of customers, and to wallets that receive payments. Excludes
 * transfers between wallets of one customer, and those from the platform's own wallets, which are gas. Wallets are
 * looked up by recipient, so a new wallet is included, and their number does not matter. Throws RpcUnavailableError if
 * a node leaves out the data that shows a transfer.
 */
export async function findCredits(
  ctx: WorkerCtx,
  chain: Chain,
  { recipients, arrivalsTo }: Pick<ReadBlocks, 'recipients' | 'arrivalsTo'>,
): Promise<Credit[]> {
  const walletsByAddress = await findWallets(ctx, chain, recipients)
  const owners = new Map([...walletsByAddress].map(([address, wallets]) => [address, wallets.filter(isFollowed)]))
  const arrivals = await arrivalsTo(new Set([...owners].flatMap(([address, own]) => (own.length > 0 ? [address] : []))))
  const senders = await findWallets(ctx, chain, new Set(arrivals.map(({ from }) => from)))
  return arrivals.flatMap((arrival) => {
    const from = new Set((senders.get(arrival.from) ?? []).map(({ businessId }) => businessId))
    if (from.has(PLATFORM_BUSINESS_ID)) return []
    const others = (owners.get(arrival.to) ?? []).filter(({ businessId }) => !from.has(businessId))
    return others.map((to) => ({ ...arrival, wallet: to }))
  })
}

/** Wallets of the platform are followed only if they were made for payments: the others hold gas. */
function isFollowed({ businessId, isActive, purpose }: Wallet): boolean {
  return isActive && (businessId !== PLATFORM_BUSINESS_ID || purpose === PAYMENT_DEPOSIT)
}

/** The wallets that have these addresses, by address. */
async function findWallets(
  { db }: WorkerCtx,
  { chainType }: Chain,
  addresses: ReadonlySet<string>,
): Promise<Map<string, Wallet[]>> {
  const found = new Map<string, Wallet[]>()
  if (addresses.size === 0) return found
  const addressList = sql`select jsonb_array_elements_text(${JSON.stringify([...addresses])}::jsonb)`
  // Each family by its own index.
  const [address, isOne] =
    chainType === 'EVM'
      ? [sql`lower(address)`, sql`chain_type = 'EVM' and lower(address) in (${addressList})`]
      : [sql`address`, sql`chain_type = 'SOLANA' and address in (${addressList})`]
  const rows = await db.execute(sql`
    select id, business_id as "businessId", coalesce(bound_project_id, project_id) as "projectId", ${address} as address, is_active as "isActive",
      purpose
    from wallets where ${isOne}`)
  for (const one of z.array(wallet).parse([...rows])) found.set(one.address, [...(found.get(one.address) ?? []), one])
  return found
}
