import type { TokenType } from '@/schemas/tokens/words'
import type { IssueValues } from './issue-values'

type Field = keyof IssueValues

/** The fields of each step. */
const FIELDS = {
  asset: ['ticker', 'name', 'assetClass', 'tokenType', 'price', 'chainId', 'decimals', 'tokenAdmin'],
  limits: ['maxShareholders', 'maxTokensPerInvestor', 'lockUpDays'],
  yield: [
    'annualRate',
    'dayCount',
    'firstCouponDate',
    'maturityDate',
    'couponInterval',
    'faceValuePerToken',
    'gracePeriod',
    'callable',
    'callDate',
  ],
  review: [],
} as const satisfies Record<string, readonly Field[]>
export type IssueStep = keyof typeof FIELDS

export const STEP_NAMES: Record<IssueStep, string> = {
  asset: 'Asset',
  limits: 'Limits',
  yield: 'Yield',
  review: 'Review',
}

/** The steps of a kind of token, in their order. */
export function stepsOf(tokenType: TokenType): readonly IssueStep[] {
  return tokenType === 'ASSET' ? ['asset', 'limits', 'review'] : ['asset', 'limits', 'yield', 'review']
}

export function fieldsOf(step: IssueStep): readonly Field[] {
  return FIELDS[step]
}

/** The step that contains a field. */
export function stepOf(field: Field): IssueStep {
  const steps: readonly IssueStep[] = ['asset', 'limits', 'yield']
  return steps.find((step) => fieldsOf(step).includes(field)) ?? 'review'
}
