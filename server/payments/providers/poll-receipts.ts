import { eq } from 'drizzle-orm'
import { depositAccounts } from '@/db/schema'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import type { WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { formatAmount } from '@/server/money/amount'
import { exactMoney } from '@/server/money/display-amount'
import { receiveMoney } from '@/server/payments/settlement/receive-money'
import { callRecordingHealth } from './call-recording-health'
import type { FiatProvider, ProviderReceipt } from './provider'
import { ProviderIncomplete } from './provider-error'

export type PolledAccount = Pick<typeof depositAccounts.$inferSelect, 'id' | 'reference' | 'providerRef' | 'createdAt'>

/** Asks the provider for the receipts of an account and books each once. Throws if the provider does not answer. */
export async function pollReceipts(ctx: WorkerCtx, provider: FiatProvider, account: PolledAccount): Promise<void> {
  const { id, reference, providerRef, createdAt: openedAt } = account
  // Taken before the request, because money that arrives during it may be missing in the response.
  const startedAt = ctx.now()
  const receipts = await callRecordingHealth(ctx, provider, () =>
    provider.listReceipts({ reference, providerRef: providerRef ?? '', openedAt }),
  ).catch(async (error: unknown) => {
    // The receipts read so far are valid; the account is polled again for the rest.
    if (error instanceof ProviderIncomplete)
      await bringAll(ctx, provider, { receipts: error.receipts, account: { id } })
    throw error
  })
  if (receipts.length > 0) faultPoint('receipts-after-answer')
  await bringAll(ctx, provider, { receipts, account: { id } })
  if (receipts.length > 0) faultPoint('receipts-before-mark')
  await ctx.db.update(depositAccounts).set({ polledAt: startedAt }).where(eq(depositAccounts.id, id))
}

type Listed = { receipts: readonly ProviderReceipt[]; account: { id: string } }

async function bringAll(ctx: WorkerCtx, provider: FiatProvider, { receipts, account }: Listed): Promise<void> {
  for (const receipt of receipts) await bookReportedReceipt(ctx, provider, { receipt, account })
}

/**
 * Books one receipt. A reversed receipt raises an alarm instead: its money may be spent, so an operator has to decide.
 */
export async function bookReportedReceipt(
  ctx: WorkerCtx,
  { name }: FiatProvider,
  { receipt, account }: { receipt: ProviderReceipt; account: { id: string } | null },
): Promise<void> {
  const { providerTxnId, amountMinor, feeMinor, sharedFee: shared, paidAt } = receipt
  if (receipt.status === 'reversed') {
    const message = `${name} took back ${exactMoney(formatAmount(amountMinor, 2), 'NGN')} of ${receipt.reference ?? providerTxnId}`
    await raiseAlarm(ctx.db, { kind: 'provider_reversed', chainId: null, subject: providerTxnId, message })
    return
  }
  const money = { currency: 'NGN', units: amountMinor, feeUnits: feeMinor } as const
  const sharedFee = shared && {
    providerTxnIds: shared.providerTxnIds,
    units: shared.amountMinor,
    feeUnits: shared.feeMinor,
  }
  await receiveMoney(ctx, { account, provider: name, providerTxnId, ...money, sharedFee, paidAt })
}
