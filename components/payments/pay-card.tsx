import { Card } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import { Skeleton } from '@/components/ui/skeleton'
import type { PaymentDetail } from '@/schemas/payments/contract'
import { displayNaira } from '@/server/money/display-amount'
import { Countdown } from './countdown'
import { PaymentAccounts } from './payment-accounts'

const PERCENT = 100

/** The accounts to pay to, the time left, and the amount received so far. */
export function PayCard({ payment, leftMs }: { payment: PaymentDetail; leftMs: number | null }) {
  const { accounts, isOpening, notOpened, receivedNgn, leftNgn, amountNgn } = payment
  const isPartial = receivedNgn !== '0'
  return (
    <Card
      title={isPartial ? `Pay the rest of ${displayNaira(amountNgn)}` : `Pay ${displayNaira(amountNgn)}`}
      description="This page updates automatically when your payment arrives."
      actions={<Countdown leftMs={leftMs} />}
    >
      <div className="space-y-5">
        {isPartial ? (
          <Progress
            label="Partly paid"
            // The number only draws a bar; the money itself is text.
            value={(Number(receivedNgn) / Number(amountNgn)) * PERCENT}
            valueText={`${displayNaira(receivedNgn)} of ${displayNaira(amountNgn)} received, ${displayNaira(leftNgn)} left`}
          />
        ) : null}
        {accounts.length > 0 ? <PaymentAccounts accounts={accounts} isPartial={isPartial} /> : null}
        {accounts.length > 0 && notOpened.length > 0 ? (
          <p className="text-muted-foreground">
            {notOpened.length === 1 ? 'One way to pay' : `${notOpened.length} ways to pay`} could not be opened. Use one
            of these, or request a new quote in a moment.
          </p>
        ) : null}
        {accounts.length === 0 && isOpening ? (
          <div role="status">
            <p className="mb-3 text-muted-foreground">Opening an account for this payment …</p>
            <Skeleton className="h-40" />
          </div>
        ) : null}
        {accounts.length === 0 && !isOpening ? (
          <p role="status" className="text-muted-foreground">
            We could not open an account for this payment. You owe nothing. Request a new quote in a moment.
          </p>
        ) : null}
      </div>
    </Card>
  )
}
