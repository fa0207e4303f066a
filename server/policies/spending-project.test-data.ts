import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { policies, transactions, wallets } from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, type TenantCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { addWallets } from '@/server/wallets/add-wallets'
import { enforcePolicy } from './enforce-policy'

export const RECIPIENT = '0x000000000000000000000000000000000000dEaD'

export const dollars = (amount: number) => BigInt(Math.round(amount * 1_000_000))

/**
 * A tenant with a wallet, and what tests of policies do with it: set rules, spend as the accept path does. Given a
 * business, it is a further project of that.
 */
export async function spendingProject(options: { businessId?: string } = {}) {
  const tenant = await createTenant(options)
  const { businessId, projectId } = tenant
  const wallet = await inTenantWithSeed(tenant, async (ctx) => {
    await addWallets(ctx, { chainType: 'EVM', purpose: 'TEST', count: 1 })
    const [made] = await ctx.db.select().from(wallets).where(eq(wallets.businessId, businessId))
    if (!made) throw new Error('the wallet was not made')
    return made
  })

  /** Sets the policy of the project, or with `projectId: null` of its business. */
  async function setPolicy(rules: Partial<typeof policies.$inferInsert>): Promise<void> {
    await inTenant(tenant, ({ db }) =>
      db
        .insert(policies)
        .values({ businessId, projectId, updatedBy: 'test', ...rules })
        .onConflictDoUpdate({
          target: [policies.businessId, policies.projectId],
          set: { isActive: true, ...rules },
        }),
    )
    forgetCaches()
  }

  async function insertRow({ db }: TenantCtx, row: Partial<typeof transactions.$inferInsert>): Promise<string> {
    const id = row.id ?? newId()
    await db.insert(transactions).values({
      businessId,
      projectId,
      walletId: wallet.id,
      laneWalletId: wallet.id,
      type: 'TRANSFER',
      chainType: 'EVM',
      network: 'TESTNET',
      chainId: 84_532,
      signerType: 'BUSINESS_HD',
      fromAddress: wallet.address,
      addressIndex: 0,
      toAddress: RECIPIENT,
      amountUnits: 10n ** 18n,
      decimals: 18,
      ...row,
      id,
    })
    return id
  }

  /** Judged and written in one transaction. */
  const spend = (valueUsdMicros: bigint | null) =>
    inTenant(tenant, async (ctx) => {
      const id = newId()
      const intent = { transactionId: id, toAddress: RECIPIENT, contract: null, selector: null, valueUsdMicros }
      const verdict = await enforcePolicy(ctx, intent)
      await insertRow(ctx, { id, valueUsdMicros })
      return verdict
    })

  return { tenant, wallet, setPolicy, insertRow, spend }
}

export type SpendingProject = Awaited<ReturnType<typeof spendingProject>>
