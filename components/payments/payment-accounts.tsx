import { Address } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { KeyValueList } from '@/components/ui/key-value-list'
import { QrCode } from '@/components/ui/qr-code'
import { Time } from '@/components/ui/time'
import type { DepositAccountView } from '@/server/payments/accounts/contract'

/** Where the money of a payment may be sent; the first account that has all of it settles. */
export function PaymentAccounts({ accounts }: { accounts: readonly DepositAccountView[] }) {
  return accounts.map((account) => (
    <Card
      key={account.reference}
      title={account.kind === 'FIAT' ? `Send to ${account.bankName}` : `Send ${account.tokenSymbol}`}
      description="Send exactly this amount. The page changes by itself when it is there."
    >
      <KeyValueList
        items={[...whereOf(account), { label: 'Price holds until', value: <Time value={account.expiryAt} /> }]}
      />
    </Card>
  ))
}

function whereOf(account: DepositAccountView) {
  const amount = String(account.amountExpected)
  const unit = account.kind === 'FIAT' ? 'NGN' : account.tokenSymbol
  const exact = {
    label: 'Exact amount',
    value: (
      <>
        <Amount value={amount} unit={unit} />
        <CopyButton value={amount} label="Copy amount" />
      </>
    ),
  }
  if (account.kind === 'STABLECOIN') {
    return [
      exact,
      { label: 'Address', value: <Address value={account.address} full /> },
      { label: 'To scan', value: <QrCode value={account.address} label="QR code of the address" /> },
    ]
  }
  return [
    exact,
    { label: 'Account number', value: <Address value={account.accountNumber} kind="account number" full /> },
    { label: 'Account name', value: account.accountName },
    { label: 'Bank', value: account.bankName },
  ]
}
