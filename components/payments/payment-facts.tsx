import type { ReactNode } from 'react'
import { metadataFacts } from '@/components/transactions/metadata-facts'
import { Address } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Time } from '@/components/ui/time'
import type { PaymentDetail } from '@/schemas/payments/contract'
import { displayNaira } from '@/server/money/display-amount'

/** The price of a payment, and how it was calculated. */
export function PaymentFacts({ payment, actions }: { payment: PaymentDetail; actions?: ReactNode }) {
  const { plan, creditNgn, fullPriceNgn, amountNgn, amountUsd, ngnPerUsd, periodStart, periodEnd } = payment
  return (
    <Card title="Price" actions={actions}>
      <KeyValueList
        items={[
          { label: 'Full price', value: displayNaira(fullPriceNgn), hidden: creditNgn === '0' },
          { label: 'Credit', value: `−${displayNaira(creditNgn)} for the previous plan`, hidden: creditNgn === '0' },
          { label: 'To pay', value: <strong className="tabular">{displayNaira(amountNgn)}</strong> },
          {
            label: 'Received',
            value: <span className="tabular">{displayNaira(payment.receivedNgn)}</span>,
            hidden: payment.receivedNgn === '0',
          },
          { label: 'In USD', value: <Amount value={amountUsd} unit="USD" exact /> },
          { label: 'Rate', value: <span className="tabular">{displayNaira(ngnPerUsd)} for 1 USD</span> },
          {
            label: 'Period',
            value: (
              <span>
                <Time value={periodStart} format="utc" className="whitespace-normal" /> to{' '}
                <Time value={periodEnd} format="utc" className="whitespace-normal" />
              </span>
            ),
            hidden: !plan || !periodStart,
          },
          { label: 'Description', value: payment.description, hidden: payment.description === '' },
          {
            label: 'Your reference',
            value: <span className="break-all">{payment.clientReference}</span>,
            hidden: !payment.clientReference,
          },
          ...metadataFacts(payment.metadata),
          // The price of a payment that has ended expires for no one.
          { label: 'Price expires', value: <Time value={payment.expiryAt} />, hidden: payment.status !== 'PENDING' },
          { label: 'ID', value: <Address value={payment.id} kind="id" full /> },
        ]}
      />
    </Card>
  )
}
