import type { FieldPath } from 'react-hook-form'
import type { TokenType } from '@/server/tokens/words'
import type { IssueForm } from './issue-form'

export type IssueStep = 'asset' | 'limits' | 'yield' | 'review'

export const STEP_NAMES = {
  asset: 'Asset',
  limits: 'Limits',
  yield: 'Yield',
  review: 'Review',
} satisfies Record<IssueStep, string>

/** What is filled in where. */
export const STEP_FIELDS = {
  asset: ['ticker', 'name', 'assetClass', 'tokenType', 'price', 'chainId', 'decimals', 'tokenAdmin'],
  limits: ['maxShareholders', 'maxTokensPerInvestor', 'lockUpDuration'],
  yield: [
    'yieldParams',
    'yieldParams.annualRate',
    'yieldParams.faceValuePerToken',
    'yieldParams.firstCouponDate',
    'yieldParams.maturityDate',
    'yieldParams.couponInterval',
    'yieldParams.dayCount',
    'yieldParams.gracePeriod',
    'yieldParams.paymentToken',
    'yieldParams.callable',
    'yieldParams.callDate',
  ],
  review: [],
} satisfies Record<IssueStep, FieldPath<IssueForm>[]>

/** The way through the form: a token without coupons has nothing to say of them. */
export function stepsOf(tokenType: TokenType): IssueStep[] {
  return tokenType === 'YIELD_BEARING' ? ['asset', 'limits', 'yield', 'review'] : ['asset', 'limits', 'review']
}

/** The field of the form that the server means, and where it is; null for what stands in none. */
export function placeOf(field: string): { step: IssueStep; name: FieldPath<IssueForm> } | null {
  const known = field === 'chain' ? 'chainId' : field
  for (const step of ['asset', 'limits', 'yield'] as const) {
    const name = STEP_FIELDS[step].find((one) => one === known)
    if (name !== undefined) return { step, name }
  }
  return null
}
