import { newId } from '@/db/new-id'
import { transactions, wallets } from '@/db/schema'
import { inOperator, inTenant, type Tenant } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { holdGas } from '@/server/testing/hold-gas'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { transferRow } from '@/server/testing/transfer-row'
import { addWallets } from '@/server/wallets/add-wallets'
import { creditBusiness } from './credit-business'
import { getBalance } from './get-balance'

const OPERATOR = { actor: { type: 'user', id: newId(), name: 'Operator' }, requestId: newId() } as const

export type Payer = Tenant & { walletId: string; address: string }

/** A business with a wallet and this much money. */
export async function createPayer(micros: bigint): Promise<Payer> {
  const tenant = await createTenant()
  const [wallet] = await inTenantWithSeed(tenant, async (ctx) => {
    await addWallets(ctx, { chainType: 'EVM', purpose: 'TEST', count: 1 })
    return ctx.db.select().from(wallets)
  })
  if (!wallet) throw new Error('the wallet was not made')
  if (micros > 0n) await credit(tenant, micros)
  return { ...tenant, walletId: wallet.id, address: wallet.address }
}

export function credit({ businessId }: Tenant, micros: bigint, reason = 'For a test'): Promise<{ journalId: string }> {
  return inOperator(OPERATOR, (ctx) => creditBusiness(ctx, { businessId, micros, reason }))
}

/** Accepts a transaction as the API does: the hold, then the row, in one database transaction. Returns its id. */
export async function accept(payer: Payer, micros: bigint, transactionId = newId()): Promise<string> {
  await inTenant(payer, async (ctx) => {
    await holdGas(ctx, { transactionId, micros })
    await ctx.db.insert(transactions).values({
      ...transferRow(payer),
      id: transactionId,
      network: 'MAINNET',
      chainId: 1,
      feeHoldMicros: micros,
    })
  })
  return transactionId
}

export function balanceOf(payer: Tenant): Promise<{ available: string; reserved: string }> {
  return inTenant(payer, async (ctx) => {
    const { available, reserved } = await getBalance(ctx)
    return { available, reserved }
  })
}
