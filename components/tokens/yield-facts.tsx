import { Address } from '@/components/ui/address'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import type { TokenView } from '@/schemas/tokens/contract'
import { groupDigits } from '@/server/money/display-amount'
import { countWithNoun } from './limits-text'

const MONTHS: Record<number, string> = {
  1: 'Every month',
  2: 'Every 2 months',
  3: 'Every quarter',
  4: 'Every 4 months',
  6: 'Every half year',
  12: 'Every year',
}

/** How often coupons come, in words. */
export function intervalText(months: number): string {
  return MONTHS[months] ?? `Every ${months} months`
}

/** The yield terms of a token. */
export function YieldFacts({ params }: { params: NonNullable<TokenView['yieldParams']> }) {
  return (
    <Card title="Yield">
      <KeyValueList
        items={[
          { label: 'Annual rate', value: `${params.annualRate}% (${params.dayCount.replace('_', '/')})` },
          { label: 'Coupons', value: `${intervalText(params.couponInterval)}, first on ${params.firstCouponDate}` },
          { label: 'Maturity', value: params.maturityDate },
          { label: 'Face value', value: `${groupDigits(String(params.faceValuePerToken))} per token` },
          {
            label: 'Grace period',
            value: params.gracePeriod === 0 ? 'None' : countWithNoun(params.gracePeriod, 'day'),
          },
          { label: 'Callable', value: params.callDate ? `From ${params.callDate} on` : 'No' },
          { label: 'Paid in', value: <Address value={params.paymentToken} kind="payment token" /> },
        ]}
      />
    </Card>
  )
}
