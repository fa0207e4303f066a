'use client'

import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { chainLabel } from '@/components/chains/chain-label'
import { refusalText } from '@/components/form/refusal-text'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Alert } from '@/components/ui/alert'
import { type KeyValue, KeyValueList } from '@/components/ui/key-value-list'
import { Skeleton } from '@/components/ui/skeleton'
import { exactAmount } from '@/server/money/display-amount'
import { formatDay } from '@/server/text/format-day'
import { type IssueChain, type IssueValues, NEW_TOKEN, toIssueInput } from './issue-values'
import { LimitPreview } from './limit-fields'
import { countWithNoun } from './limits-text'
import { refusalReason } from './refusal-reason'
import { SchedulePreview } from './schedule-preview'
import { CLASS_NAMES, TYPE_NAMES } from './token-displays'
import { intervalText } from './yield-facts'

type IssueReviewProps = { projectId: string; control: Control<IssueValues>; chain: IssueChain }

/** All entered values, and the result of the simulation, before anything is signed. */
export function IssueReview({ projectId, control, chain }: IssueReviewProps) {
  const values: IssueValues = { ...NEW_TOKEN, ...useWatch({ control }) }
  return (
    <div className="space-y-5">
      <KeyValueList
        items={[
          { label: 'Token', value: `${values.ticker}, ${values.name}` },
          { label: 'Class', value: `${CLASS_NAMES[values.assetClass]}, ${TYPE_NAMES[values.tokenType].toLowerCase()}` },
          { label: 'Issue price', value: exactAmount(values.price, 'USD') },
          { label: 'Chain', value: chainLabel(chain) },
          { label: 'Decimals', value: values.decimals },
          ...(values.tokenType === 'YIELD_BEARING' ? yieldTerms(values) : []),
        ]}
      />
      <LimitPreview control={control} />
      {values.tokenType === 'YIELD_BEARING' ? <SchedulePreview control={control} /> : null}
      <ChainSays projectId={projectId} values={values} chain={chain} />
    </div>
  )
}

/** Every term of the yield: none can be changed later. */
function yieldTerms(values: IssueValues): KeyValue[] {
  const { annualRate, dayCount, firstCouponDate, maturityDate, faceValuePerToken, gracePeriod } = values
  return [
    { label: 'Annual rate', value: `${annualRate}% (${dayCount.replace('_', '/')})` },
    { label: 'Face value', value: `${exactAmount(faceValuePerToken)} per token` },
    {
      label: 'Coupons',
      value: `${intervalText(Number(values.couponInterval))}, first on ${formatDay(firstCouponDate)}`,
    },
    { label: 'Maturity', value: formatDay(maturityDate) },
    { label: 'Grace period', value: countWithNoun(Number(gracePeriod), 'day') },
    { label: 'Callable', value: values.callable ? `From ${formatDay(values.callDate)} on` : 'No' },
  ]
}

function ChainSays({ projectId, values, chain }: Omit<IssueReviewProps, 'control'> & { values: IssueValues }) {
  const trpc = useTRPC()
  const { data, error } = useQuery(
    trpc.tokens.preview.queryOptions(toIssueInput(projectId, values, chain), { staleTime: 30_000, retry: false }),
  )
  if (error) return <Alert tone="danger">{refusalText(error)}</Alert>
  if (!data) return <Skeleton className="h-10" />
  if (data.refusal) return <Alert tone="danger">Simulation failed: {refusalReason(data.refusal)}.</Alert>
  return (
    <Alert tone="success">
      Simulation on {data.chainName} succeeded.
      {data.paymentSymbol ? ` Coupons are paid in ${data.paymentSymbol}.` : null} Managed by{' '}
      <Address value={data.tokenAdmin} kind="token admin" />
    </Alert>
  )
}
