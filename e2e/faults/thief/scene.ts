import { sql } from 'drizzle-orm'
import { rpc } from '@/dev/chains/rpc'
import { inTenant, type TenantCtx, workerCtx } from '@/server/ctx'
import type { Customer } from './customer'
import type { Faucet } from './faucet'
import type { Amount } from './plan-sequence'

/** A hundredth of a coin: what a wallet is filled with is of that order. */
const FIXED_WEI = 10n ** 16n

export const NATIVE_DECIMALS = 18
export const TOKEN_DECIMALS = 6

/** `accepted`: the transactions of the customer so far, lines of batches too. */
export type Scene = { customer: Customer; faucet: Faucet; accepted: string[] }
/** The outcome of a step as text for the log of the run, such as `approved`. */
export type Taken = Promise<string>

type Person = TenantCtx & { projectId: string }

/** Runs work as the owner of the business, who is signed in. */
export function asPerson<T>({ customer: { tenant } }: Scene, work: (ctx: Person) => Promise<T>): Promise<T> {
  const actor = { type: 'user', id: tenant.businessId, name: 'Owner' } as const
  return inTenant({ ...tenant, actor }, (ctx) => work({ ...ctx, projectId: tenant.projectId }))
}

export function walletOf({ customer: { wallets } }: Scene, number: number) {
  const wallet = wallets[number % wallets.length]
  if (!wallet) throw new Error('a customer without wallets')
  return wallet
}

export async function measure(scene: Scene, { address }: { address: string }, amount: Amount): Promise<bigint> {
  const { chainId, rpcUrl } = scene.customer.ground
  const ask = () => rpc(rpcUrl, 'eth_getBalance', [address, 'latest'])
  // A node may close an idle connection just as it is used again: that is no finding.
  const balance = BigInt(String(await ask().catch(ask)))
  const [lane] = await workerCtx().db.execute<{ float: string }>(sql`
    select gas_float_units::text as float from lanes where chain_id = ${chainId} and address = ${address}`)
  const float = BigInt(lane?.float ?? 0)
  const whole = { balance, float, own: balance - float, fixed: FIXED_WEI }[amount.of]
  return (whole * BigInt(amount.percent)) / 100n + amount.plusWei
}
