import { randomBytes } from 'node:crypto'
import { rpc } from '@/dev/chains/rpc'
import { inWorker, type Tenant } from '@/server/ctx'
import { postCredit } from '@/server/ledger/credit-business'
import { createTenant } from '@/server/testing/create-tenant'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { createWallets } from '@/server/wallets/create-wallets'
import { PURPOSE, WALLETS } from './plan-sequence'

/** A chain as the thieves see it. */
export type ChainAccess = { chainId: number; rpcUrl: string; cngn: string }

/** A business that wants the platform's coins, and where it takes them. */
export type Customer = {
  number: number
  ground: ChainAccess
  tenant: Tenant & { projectId: string }
  wallets: readonly { address: string; addressIndex: number }[]
  /** Another wallet of its own, where sweep rules take coins. */
  vault: { address: string }
  /** An address that gets no other payments. */
  loot: string
}

const CREDIT_MICROS = 2_000_000_000n
const TOKEN_UNITS = 1_000_000n

export async function openCustomer(number: number, ground: ChainAccess): Promise<Customer> {
  const tenant = await createTenant({ name: `Thief ${number}` })
  const { businessId } = tenant
  const reason = 'Credit of the run'
  await inWorker(({ db }) => postCredit(db, { businessId, micros: CREDIT_MICROS, reason, createdBy: 'system:faults' }))
  const make = (count: number, purpose: string) =>
    inTenantWithSeed(tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count, purpose }))
  const wallets = await make(WALLETS, PURPOSE)
  const [vault] = await make(1, 'VAULT')
  if (!vault) throw new Error('a customer without a vault')
  for (const { address } of wallets)
    await rpc(ground.rpcUrl, 'anvil_dealERC20', [address, ground.cngn, `0x${TOKEN_UNITS.toString(16)}`])
  return { number, ground, tenant, wallets, vault, loot: `0x${randomBytes(20).toString('hex')}` }
}
