import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { quantity } from '@/server/chains/evm/read-at-head'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, RpcUnavailableError, readAnswer } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import type { Arrival } from './find-arrivals'

const wallet = z.object({
  id: z.string(),
  businessId: z.string(),
  projectId: z.string().nullable(),
  address: z.string(),
})
const receipt = z.object({ status: quantity, blockHash: z.string() })

/** Something that arrived in a customer's wallet. */
export type Credit = Arrival & { wallet: z.output<typeof wallet> }

/**
 * Which of these reached a customer's active wallet. What the platform's own wallets send is not the customer's: it is for gas, and taken back.
 * The wallets are asked for by who got something, so a wallet that was made a moment ago is known, and their number does not matter.
 * Throws RpcUnavailableError where a receipt is not there yet.
 */
export async function findCredits(ctx: WorkerCtx, chain: Chain, arrivals: readonly Arrival[]): Promise<Credit[]> {
  const owners = await findOwners(
    ctx,
    arrivals.map(({ to }) => to),
  )
  const reached = arrivals.flatMap((arrival) =>
    (owners.get(arrival.to) ?? []).map((wallet) => ({ ...arrival, wallet })),
  )
  const platform = await findPlatforms(
    ctx,
    reached.map(({ from }) => from),
  )
  return withoutFailed(
    chain,
    reached.filter(({ from }) => !platform.has(from)),
  )
}

async function findOwners({ db }: WorkerCtx, addresses: readonly string[]): Promise<Map<string, Credit['wallet'][]>> {
  if (addresses.length === 0) return new Map()
  const rows = await db.execute(sql`
    select id, business_id as "businessId", coalesce(bound_project_id, project_id) as "projectId", lower(address) as address from wallets
    where chain_type = 'EVM' and is_active and business_id <> ${PLATFORM_BUSINESS_ID}::uuid and lower(address) in (${addressesOf(addresses)})`)
  const owners = new Map<string, Credit['wallet'][]>()
  for (const found of z.array(wallet).parse([...rows]))
    owners.set(found.address, [...(owners.get(found.address) ?? []), found])
  return owners
}

async function findPlatforms({ db }: WorkerCtx, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const rows = await db.execute(sql`
    select lower(address) as address from wallets
    where chain_type = 'EVM' and business_id = ${PLATFORM_BUSINESS_ID}::uuid and lower(address) in (${addressesOf(addresses)})`)
  return new Set(
    z
      .array(wallet.pick({ address: true }))
      .parse([...rows])
      .map(({ address }) => address),
  )
}

function addressesOf(addresses: readonly string[]) {
  return sql`select jsonb_array_elements_text(${JSON.stringify([...new Set(addresses)])}::jsonb)`
}

/** A transaction that failed moved no coins, and a block does not say which did. */
async function withoutFailed(chain: Chain, credits: readonly Credit[]): Promise<Credit[]> {
  const natives = [...new Set(credits.filter(({ token }) => token === null).map(({ txHash }) => txHash))]
  const answers = await callRpcBatch(
    chain,
    natives.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  )
  const receipts = new Map(natives.map((hash, n) => [hash, readAnswer(receipt.nullable(), answers[n])]))
  return credits.filter(({ token, txHash, blockHash }) => {
    if (token !== null) return true
    const found = receipts.get(txHash)
    if (found?.blockHash !== blockHash) throw new RpcUnavailableError(`the receipt of ${txHash} is not of its block`)
    return found.status === 1n
  })
}
