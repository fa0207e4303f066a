import { and, asc, eq } from 'drizzle-orm'
import { depositAccounts, paymentReceipts, payments } from '@/db/schema'
import { listChains } from '@/server/chains/registry'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { formatAmount } from '@/server/money/amount'
import { toDepositAccountView } from './accounts/view'
import type { PaymentDetail, PaymentReceipt } from './contract'
import { getPayment } from './get-payment'

const KOBO = 2

/** One payment of the project with its open accounts and what came for it, oldest first. Throws not_found. */
export async function getPaymentDetail(ctx: TenantCtx & { projectId: string }, id: string): Promise<PaymentDetail> {
  const view = await getPayment(ctx, id)
  const [priced] = await ctx.db
    .select({ ngnPerUsdE8: payments.ngnPerUsdE8, amountMinor: payments.amountMinor })
    .from(payments)
    .where(and(eq(payments.businessId, ctx.businessId), eq(payments.id, id)))
  if (!priced) throw refusal('payment_not_found')
  const accounts = await ctx.db
    .select()
    .from(depositAccounts)
    .where(
      and(
        eq(depositAccounts.businessId, ctx.businessId),
        eq(depositAccounts.paymentId, id),
        eq(depositAccounts.status, 'OPEN'),
      ),
    )
    .orderBy(asc(depositAccounts.id))
  const receipts = await ctx.db
    .select()
    .from(paymentReceipts)
    .where(and(eq(paymentReceipts.businessId, ctx.businessId), eq(paymentReceipts.paymentId, id)))
    .orderBy(asc(paymentReceipts.receivedAt), asc(paymentReceipts.id))
  const places = new Map((await listChains()).map((chain) => [chain.chainId, chain]))
  return {
    ...view,
    accounts: accounts.map((row) => toDepositAccountView(row, priced, places.get(row.chainId ?? 0) ?? null)),
    receipts: receipts.map(toReceipt),
  }
}

function toReceipt(row: typeof paymentReceipts.$inferSelect): PaymentReceipt {
  return {
    id: row.id,
    provider: row.provider,
    valueNgn: formatAmount(row.valueMinor, KOBO),
    outcome: row.outcome,
    exceptions: row.exceptions,
    paidAt: row.paidAt.toISOString(),
  }
}
