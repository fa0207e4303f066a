import type { depositAccounts, payments } from '@/db/schema'
import { majorNumber, usdPerNgn } from '@/server/money/major-number'
import type { DepositAccountView } from './contract'

type Row = typeof depositAccounts.$inferSelect
type Priced = Pick<typeof payments.$inferSelect, 'ngnPerUsdE8' | 'amountMinor'>

const KOBO = 2

/** Spec 2.9. Throws where the row is not of an account that is open. */
export function toDepositAccountView(row: Row, { ngnPerUsdE8 }: Priced): DepositAccountView {
  const common = {
    reference: row.reference,
    fxRate: usdPerNgn(ngnPerUsdE8),
    expiryAt: row.expiryAt.toISOString(),
    paymentId: row.paymentId,
  }
  if (row.kind === 'STABLECOIN') throw new Error('no account of a chain is opened yet')
  return {
    kind: row.kind,
    accountNumber: row.accountNumber ?? '',
    accountName: row.accountName ?? '',
    bankName: row.bankName ?? '',
    bankCode: row.bankCode ?? '',
    amountExpected: majorNumber(row.expectedUnits, KOBO),
    ...common,
  }
}
