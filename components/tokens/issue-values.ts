import { z } from 'zod'
import { addressText } from '@/schemas/addresses/contract'
import { NETWORK_CODES, type NetworkCode } from '@/schemas/indexer/words'
import { lineOfText } from '@/schemas/text/contract'
import { ASSET_CLASSES, COUPON_INTERVALS, DAY_COUNTS, TOKEN_TYPES } from '@/schemas/tokens/words'
import type { ChainView } from '@/schemas/wallets/contract'

const decimal = (message: string) =>
  z
    .string()
    .trim()
    .regex(/^(0|[1-9]\d*)(\.\d{1,6})?$/, message)
    .refine(isExact, 'More digits than can be sent exactly')
const whole = (message: string) =>
  z
    .string()
    .trim()
    .regex(/^(0|[1-9]\d*)$/, message)
const rate = decimal('Enter a rate such as 12.5')
const faceValue = decimal('Enter a value such as 100').refine((text) => Number(text) > 0, 'Must be more than zero')
const graceDays = whole('Whole days')
const date = z.string().regex(/^(\d{4}-\d{2}-\d{2})?$/, 'Choose a day')

/** Whether the typed text keeps its exact value as a number in the request body. */
function isExact(text: string): boolean {
  const plain = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return String(Number(text)) === plain
}

const shape = {
  ticker: z
    .string()
    .trim()
    .regex(/^[A-Z0-9]{1,12}$/, '1 to 12 characters of A-Z and 0-9'),
  name: lineOfText.min(1, 'Enter a name').max(80, 'At most 80 characters'),
  price: decimal('Enter a price such as 100 or 99.95').refine((text) => Number(text) > 0, 'Must be more than zero'),
  chainId: z.string(),
  decimals: whole('A whole number').refine((text) => Number(text) <= 18, 'At most 18'),
  assetClass: z.enum(ASSET_CLASSES),
  tokenType: z.enum(TOKEN_TYPES),
  maxShareholders: whole('A whole number; 0 for any'),
  maxTokensPerInvestor: decimal('A number; 0 for any'),
  lockUpDays: whole('Whole days; 0 for none').refine((text) => Number(text) <= 24_855, 'At most 24,855 days'),
  tokenAdmin: z.string().trim().max(100, 'At most 100 characters'),
  annualRate: z.string(),
  firstCouponDate: date,
  maturityDate: date,
  couponInterval: z.string(),
  dayCount: z.enum(DAY_COUNTS),
  faceValuePerToken: z.string(),
  gracePeriod: z.string(),
  callable: z.boolean(),
  callDate: date,
}

export type IssueValues = z.infer<z.ZodObject<typeof shape>>
type Field = keyof IssueValues

type Say = (path: Field, message: string) => void

/** A chain that tokens can be issued on. */
export type IssueChain = Pick<ChainView, 'chainId' | 'chainType' | 'name' | 'network' | 'isAvailable'> & {
  code: NetworkCode
}

/** The chains whose family supports issued tokens. */
export function issueChainsOf(chains: readonly ChainView[]): IssueChain[] {
  return chains.flatMap((chain) => {
    const code = NETWORK_CODES.find((known) => known === chain.code)
    return code ? [{ ...chain, code }] : []
  })
}

/** The chain that the form names; undefined while it names none. */
export function chosenChain<T extends { chainId: number }>(
  chains: readonly T[],
  { chainId }: { chainId?: string },
): T | undefined {
  return chains.find((chain) => String(chain.chainId) === chainId)
}

/** Checks the rules of the token's chain, in the step with the chain. */
function judgeChain(chain: Pick<IssueChain, 'chainType'> | undefined, values: IssueValues, say: Say): void {
  if (!chain) {
    say('chainId', 'Choose a chain')
    return
  }
  const { chainType } = chain
  const { tokenAdmin, decimals, ...limits } = values
  const [issue] = addressText(chainType).safeParse(tokenAdmin).error?.issues ?? []
  if (tokenAdmin.trim() !== '' && issue) say('tokenAdmin', issue.message)
  if (chainType !== 'SOLANA') return
  if (Number(decimals) > 9) say('decimals', 'At most 9 on Solana')
  for (const limit of ['maxShareholders', 'maxTokensPerInvestor', 'lockUpDays'] as const)
    if (Number(limits[limit]) !== 0) say(limit, 'Must be 0: tokens on Solana have no such limit')
}

/**
 * The form for issuing a token on one of these chains. The yield fields are validated only for a token that pays a
 * yield.
 */
export function issueFormOf(chains: readonly Pick<IssueChain, 'chainId' | 'chainType'>[]) {
  return z.object(shape).superRefine((values, issues) => {
    const say: Say = (path, message) => issues.addIssue({ code: 'custom', path: [path], message })
    judgeChain(chosenChain(chains, values), values, say)
    judgeYield(values, say)
  })
}

function judgeYield(values: IssueValues, say: Say): void {
  if (values.tokenType === 'ASSET') return
  const { firstCouponDate, maturityDate, callable, callDate, couponInterval } = values
  for (const [path, schema] of [
    ['annualRate', rate],
    ['faceValuePerToken', faceValue],
    ['gracePeriod', graceDays],
  ] as const) {
    const [issue] = schema.safeParse(values[path]).error?.issues ?? []
    if (issue) say(path, issue.message)
  }
  if (firstCouponDate === '') say('firstCouponDate', 'Choose a day')
  else if (firstCouponDate <= new Date().toISOString().slice(0, 10)) say('firstCouponDate', 'Must be after today (UTC)')
  if (maturityDate === '') say('maturityDate', 'Choose a day')
  if (firstCouponDate !== '' && maturityDate !== '' && firstCouponDate > maturityDate)
    say('firstCouponDate', 'Must not be after the maturity date')
  if (!COUPON_INTERVALS.some((months) => String(months) === couponInterval)) say('couponInterval', 'Choose one')
  if (callable && callDate === '') say('callDate', 'Choose a day')
  if (callable && callDate !== '' && maturityDate !== '' && callDate >= maturityDate)
    say('callDate', 'Must be before the maturity date')
}

export const NEW_TOKEN: IssueValues = {
  ticker: '',
  name: '',
  price: '',
  chainId: '',
  decimals: '6',
  assetClass: 'BOND',
  tokenType: 'YIELD_BEARING',
  maxShareholders: '0',
  maxTokensPerInvestor: '0',
  lockUpDays: '0',
  tokenAdmin: '',
  annualRate: '',
  firstCouponDate: '',
  maturityDate: '',
  couponInterval: '3',
  dayCount: 'ACT_365',
  faceValuePerToken: '100',
  gracePeriod: '5',
  callable: false,
  callDate: '',
}

const SECONDS_PER_DAY = 86_400

type IssueTarget = Pick<IssueChain, 'code' | 'chainId'>

/** The input of the procedure. */
export function toIssueInput(projectId: string, values: IssueValues, { code, chainId }: IssueTarget) {
  const { ticker, name, assetClass, tokenType } = values
  return {
    projectId,
    ...{ ticker, name, chain: code, chainId, assetClass, tokenType },
    price: Number(values.price),
    decimals: Number(values.decimals),
    maxShareholders: Number(values.maxShareholders),
    maxTokensPerInvestor: Number(values.maxTokensPerInvestor),
    lockUpDuration: Number(values.lockUpDays) * SECONDS_PER_DAY,
    tokenAdmin: values.tokenAdmin.trim() || undefined,
    yieldParams: tokenType === 'ASSET' ? null : toYield(values),
  }
}

function toYield(values: IssueValues) {
  const { firstCouponDate, maturityDate, dayCount, callable } = values
  const interval = COUPON_INTERVALS.find((months) => String(months) === values.couponInterval) ?? 12
  return {
    ...{ firstCouponDate, maturityDate, dayCount, callable },
    annualRate: Number(values.annualRate),
    couponInterval: interval,
    faceValuePerToken: Number(values.faceValuePerToken),
    gracePeriod: Number(values.gracePeriod),
    callDate: callable ? values.callDate : null,
  }
}

/** The field of the form that an error of the server is about: `yieldParams.firstCouponDate: …`. */
export function toFieldProblem(error: string): { field: Field; message: string } | null {
  const [path = '', ...rest] = error.split(': ')
  const name = path.replace(/^yieldParams\./, '')
  const fieldNames: Record<string, Field> = { lockUpDuration: 'lockUpDays', network: 'chainId', chain: 'chainId' }
  const field = Object.keys(shape).find((key): key is Field => key === name) ?? fieldNames[name]
  return field ? { field, message: rest.join(': ') } : null
}
