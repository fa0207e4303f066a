import { z } from 'zod'
import type { NetworkCode } from '@/server/indexer/words'
import { issueTokenInput } from '@/server/tokens/issue/contract'
import { ASSET_CLASSES, COUPON_INTERVALS, DAY_COUNTS, TOKEN_TYPES } from '@/server/tokens/words'

type ChosenChain = { chainId: number; code: NetworkCode }
/** Stands in where none is chosen, which is said of its own field. */
const NO_CHAIN: ChosenChain = { chainId: 1, code: 'ETH' }
const SECONDS_PER_DAY = 86_400
const MOST_DAYS = 24_855 // of seconds that 31 bits hold

const shape = {
  ticker: z.string(),
  name: z.string(),
  price: z.string(),
  chainId: z.string(),
  decimals: z.string(),
  assetClass: z.enum(ASSET_CLASSES),
  tokenType: z.enum(TOKEN_TYPES),
  tokenAdmin: z.string(),
  maxShareholders: z.string(),
  maxTokensPerInvestor: z.string(),
  /** Days; the server has seconds. */
  lockUpDuration: z.string(),
  yieldParams: z.object({
    annualRate: z.string(),
    maturityDate: z.string(),
    firstCouponDate: z.string(),
    /** Months. */
    couponInterval: z.enum(['1', '2', '3', '4', '6', '12']),
    dayCount: z.enum(DAY_COUNTS),
    faceValuePerToken: z.string(),
    gracePeriod: z.string(),
    callable: z.boolean(),
    callDate: z.string(),
    paymentToken: z.string(),
  }),
}
const values = z.object(shape)
export type IssueForm = z.infer<typeof values>

export const NEW_ISSUE: IssueForm = {
  ticker: '',
  name: '',
  price: '',
  chainId: '',
  decimals: '6',
  assetClass: 'BOND',
  tokenType: 'YIELD_BEARING',
  tokenAdmin: '',
  maxShareholders: '0',
  maxTokensPerInvestor: '0',
  lockUpDuration: '0',
  yieldParams: {
    annualRate: '',
    maturityDate: '',
    firstCouponDate: '',
    couponInterval: '3',
    dayCount: 'ACT_365',
    faceValuePerToken: '100',
    gracePeriod: '0',
    callable: false,
    callDate: '',
    paymentToken: '',
  },
}

/** A plain decimal as the number that says exactly the same; undefined where it is none, or has more digits than that. */
export function exactNumber(text: string): number | undefined {
  const plain = /^0*(\d+?)(?:\.(\d*?)0*)?$/.exec(text.trim())
  if (!plain) return undefined
  const number = Number(text)
  const [, whole = '', part = ''] = plain
  return String(number) === (part === '' ? whole : `${whole}.${part}`) ? number : undefined
}

/** For the schema, which says of what is none that it is. */
const numberOf = (text: string) => exactNumber(text) ?? Number.NaN
const orNone = (text: string) => (text.trim() === '' ? undefined : text.trim())

/** What a person filled in, as the server takes it, before anything is checked. */
export function toIssueInput(form: IssueForm, chain: ChosenChain = NO_CHAIN): z.input<typeof issueTokenInput> {
  const days = exactNumber(form.lockUpDuration)
  return {
    ticker: form.ticker.trim(),
    name: form.name,
    price: numberOf(form.price),
    chain: chain.code,
    chainId: chain.chainId,
    decimals: numberOf(form.decimals),
    assetClass: form.assetClass,
    tokenType: form.tokenType,
    maxShareholders: numberOf(form.maxShareholders),
    maxTokensPerInvestor: numberOf(form.maxTokensPerInvestor),
    lockUpDuration: days === undefined || days > MOST_DAYS ? Number.NaN : days * SECONDS_PER_DAY,
    tokenAdmin: orNone(form.tokenAdmin),
    yieldParams: form.tokenType === 'YIELD_BEARING' ? toYieldInput(form.yieldParams) : null,
  }
}

/** The yield part of it. */
export function toYieldInput(form: IssueForm['yieldParams']) {
  return {
    annualRate: numberOf(form.annualRate),
    maturityDate: form.maturityDate,
    firstCouponDate: form.firstCouponDate,
    couponInterval: COUPON_INTERVALS.find((months) => String(months) === form.couponInterval) ?? 12,
    dayCount: form.dayCount,
    faceValuePerToken: numberOf(form.faceValuePerToken),
    gracePeriod: numberOf(form.gracePeriod),
    callable: form.callable,
    callDate: form.callable ? form.callDate : null,
    paymentToken: orNone(form.paymentToken),
  }
}

/** The form is judged by the schema of the server itself, whose fields have the same names. */
export function issueForm(findChain: (chainId: string) => ChosenChain | undefined) {
  return values.superRefine((form, ctx) => {
    const chain = findChain(form.chainId)
    if (!chain) ctx.addIssue({ code: 'custom', path: ['chainId'], message: 'Choose a chain' })
    const { error } = issueTokenInput.safeParse(toIssueInput(form, chain))
    for (const { code, path, message } of error?.issues ?? []) {
      if (path[0] === 'chain') continue
      ctx.addIssue({ code: 'custom', path: [...path], message: wordsOf(code, message, String(path.at(-1))) })
    }
  })
}

function wordsOf(code: string | undefined, message: string, field: string): string {
  if (field.endsWith('Date') && code === 'invalid_format') return 'Choose a date'
  if (code === 'invalid_type') return 'Enter a plain number'
  if (field === 'name' && code === 'too_small') return 'Enter a name'
  return message.charAt(0).toUpperCase() + message.slice(1)
}
