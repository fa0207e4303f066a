import { useTokenSymbol } from '@/components/chains/use-token-symbol'
import { Address } from '@/components/ui/address'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import type { TokenView } from '@/schemas/tokens/contract'
import { groupDigits } from '@/server/money/display-amount'
import { formatDay } from '@/server/text/format-day'
import { countWithNoun } from './limits-text'

const MONTHS: Record<number, string> = {
  1: 'Every month',
  2: 'Every 2 months',
  3: 'Every quarter',
  4: 'Every 4 months',
  6: 'Every half year',
  12: 'Every year',
}

/** The text of the coupon interval. */
export function intervalText(months: number): string {
  return MONTHS[months] ?? `Every ${months} months`
}

type YieldFactsProps = { projectId: string; chainId: number; params: NonNullable<TokenView['yieldParams']> }

/** The yield terms of a token. */
export function YieldFacts({ projectId, chainId, params }: YieldFactsProps) {
  const symbol = useTokenSymbol(projectId, chainId, params.paymentToken)
  return (
    <Card title="Yield">
      <KeyValueList
        items={[
          { label: 'Annual rate', value: `${params.annualRate}% (${params.dayCount.replace('_', '/')})` },
          {
            label: 'Coupons',
            value: `${intervalText(params.couponInterval)}, first on ${formatDay(params.firstCouponDate)}`,
          },
          { label: 'Maturity', value: formatDay(params.maturityDate) },
          {
            label: 'Face value',
            value: `${groupDigits(String(params.faceValuePerToken))} ${symbol ?? ''} per token`.replace('  ', ' '),
          },
          {
            label: 'Grace period',
            value: params.gracePeriod === 0 ? 'None' : countWithNoun(params.gracePeriod, 'day'),
          },
          { label: 'Callable', value: params.callDate ? `From ${formatDay(params.callDate)} on` : 'No' },
          {
            label: 'Paid in',
            value: (
              <span>
                {symbol} <Address value={params.paymentToken} kind="payment token" />
              </span>
            ),
          },
        ]}
      />
    </Card>
  )
}
