import type { DocumentContent, DocumentFact } from '@/schemas/payments/documents/contract'
import { formatUtc } from '@/server/text/format-utc'
import type { DocumentRows } from './document-rows'
import { moneyText, nairaText } from './money-text'

type Section = DocumentContent['sections'][number]
type Account = DocumentRows['accounts'][number]
type Receipt = DocumentRows['receipts'][number]
type Refund = DocumentRows['refunds'][number]

const OUTCOMES = {
  HELD: 'Waiting for the rest',
  SETTLED: 'Applied',
  CREDITED: 'Credited to the balance',
  SUSPENSE: 'Under review',
  REFUNDING: 'Refund in progress',
  REFUNDED: 'Refunded',
  REVERSED: 'Reversed by the provider',
  IGNORED: 'Not counted',
} as const satisfies Record<Receipt['outcome'], string>

const REFUND_TEXTS = {
  REQUESTED: 'Awaiting approval',
  PROCESSING: 'In progress',
  DONE: 'Refunded',
  FAILED: 'Failed',
  NEEDS_DETAILS: 'Waiting for details of the payer',
} as const satisfies Record<Refund['state'], string>

/** The open accounts of the payment. The customer pays to one of them. */
export function paySection({ accounts, chainNames }: DocumentRows): Section[] {
  const open = accounts.filter(({ status }) => status === 'OPEN')
  if (open.length === 0) return []
  const intro =
    open.length === 1
      ? 'Send exactly this amount. The account is for this payment only.'
      : 'Send exactly the amount to one of these accounts. Each is for this payment only.'
  return [{ title: 'Pay to', intro, entries: open.map((account) => accountFacts(account, chainNames)) }]
}

function accountFacts(account: Account, chainNames: ReadonlyMap<number, string>): DocumentFact[] {
  const reference = { label: 'Reference', value: account.reference }
  if (account.kind === 'FIAT') {
    return [
      { label: 'Bank', value: [account.bankName, account.bankCode].filter(Boolean).join(', code ') },
      { label: 'Account number', value: account.accountNumber ?? '' },
      { label: 'Account name', value: account.accountName ?? '' },
      { label: 'Amount', value: nairaText(account.expectedUnits) },
      reference,
    ].filter(({ value }) => value !== '')
  }
  return [
    { label: 'Network', value: networkOf(account, chainNames) },
    { label: 'Address', value: account.address ?? '' },
    { label: 'Token', value: [account.tokenSymbol, account.tokenAddress].filter(Boolean).join(', ') },
    { label: 'Amount', value: tokenText(account.expectedUnits, account) },
    reference,
  ]
}

/** The money that was received, with its provider or network and the transaction id there. */
export function receivedSection({ payment, accounts, receipts, chainNames }: DocumentRows): Section {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const entries = receipts.map((receipt) => {
    const account = byId.get(receipt.accountId ?? '')
    const isToken = receipt.currency !== 'NGN'
    return [
      { label: 'Received', value: formatUtc(receipt.paidAt) },
      { label: 'Amount', value: isToken ? tokenText(receipt.units, account) : nairaText(receipt.units) },
      ...(isToken ? [{ label: 'Value', value: nairaText(receipt.valueMinor) }] : []),
      { label: 'Received through', value: account && isToken ? networkOf(account, chainNames) : receipt.provider },
      { label: 'Transaction', value: receipt.providerTxnId },
      ...(account ? [{ label: 'Reference', value: account.reference }] : []),
      { label: 'Outcome', value: OUTCOMES[receipt.outcome] },
    ]
  })
  const intro = payment.providerId === 'balance' ? 'Taken from the prepaid balance.' : 'All receipts of this payment.'
  return { title: 'Money received', intro, entries }
}

/** Completed refunds and those in progress; empty without any. */
export function refundSection({ refunds, accounts, receipts }: DocumentRows): Section[] {
  if (refunds.length === 0) return []
  const entries = refunds.map((refund) => {
    const accountId = receipts.find(({ id }) => id === refund.receiptId)?.accountId
    const account = accounts.find(({ id }) => id === accountId)
    return [
      { label: 'Refund', value: refund.reference },
      { label: 'State', value: REFUND_TEXTS[refund.state] },
      {
        label: 'Amount',
        value: refund.currency === 'NGN' ? nairaText(refund.units) : tokenText(refund.units, account),
      },
      { label: 'To', value: refund.to === 'BALANCE' ? 'Balance' : 'Original payer' },
      { label: 'On', value: formatUtc(refund.endedAt ?? refund.createdAt) },
      { label: 'Reason', value: refund.reason },
    ]
  })
  return [{ title: 'Refunds', intro: '', entries }]
}

function tokenText(units: bigint, account: Account | undefined): string {
  return moneyText(units, { unit: account?.tokenSymbol ?? 'units', decimals: account?.decimals ?? 0 })
}

function networkOf({ chainId }: Account, chainNames: ReadonlyMap<number, string>): string {
  return chainNames.get(chainId ?? 0) ?? `chain ${chainId}`
}
