import { z } from 'zod'
import { addressText } from '@/schemas/addresses/contract'
import { lineOfText } from '@/schemas/text/contract'
import { usdText as anyUsd } from '@/server/money/amount-text'
import { USD_PROBLEM, USD_TEXT } from './words'

const usdText = z.string().trim().regex(USD_TEXT, USD_PROBLEM)

/** An amount in micro-dollars. */
const usdMicros = usdText.transform((text) => text.replace(/^0+(?=\d)/, '')).pipe(anyUsd({ mayBeZero: true }))

export const ruleLabel = lineOfText.max(100, 'At most 100 characters')

export const recipientRule = z.object({ address: addressText(), label: ruleLabel })
export type RecipientRule = z.output<typeof recipientRule>

/** `selector` null: any method of the contract. On Solana the contract is a program. */
const methodRule = z.object({
  contract: addressText(),
  selector: z
    .string()
    .toLowerCase()
    .regex(/^0x[0-9a-f]{8}$/, 'Enter four bytes such as 0xa9059cbb')
    .nullable(),
  label: ruleLabel,
})
export type MethodRule = z.output<typeof methodRule>

const MAX_RECIPIENTS = 500
const MAX_METHODS = 200

/** The policy: the project's or its business's. Both apply to the transactions of a project. */
export const policyScope = z.object({ scope: z.enum(['project', 'business']).default('project') })
export type PolicyScope = z.output<typeof policyScope>['scope']

/** The new rules of a policy. Null switches a rule off; an empty list allows nothing. */
export const policyInput = z.object({
  isActive: z.boolean(),
  perTransactionUsd: usdMicros.nullable(),
  dailyUsd: usdMicros.nullable(),
  approvalAboveUsd: usdMicros.nullable(),
  recipients: z
    .array(recipientRule)
    .max(MAX_RECIPIENTS, `At most ${MAX_RECIPIENTS} recipients`)
    .refine((rules) => isUnique(rules.map((rule) => rule.address)), 'An address is listed twice')
    .nullable(),
  methods: z
    .array(methodRule)
    .max(MAX_METHODS, `At most ${MAX_METHODS} methods`)
    .refine((rules) => isUnique(rules.map((rule) => `${rule.contract} ${rule.selector}`)), 'A method is listed twice')
    .nullable(),
  /** `version` of the policy these changes were made to; null if there was none. */
  version: z.string().nullable(),
})
export type PolicyInput = z.output<typeof policyInput>
export type PolicyFormInput = z.input<typeof policyInput>

export type PolicyView = {
  isActive: boolean
  /** USD, decimal; null if there is no such limit. */
  perTransactionUsd: string | null
  dailyUsd: string | null
  approvalAboveUsd: string | null
  recipients: RecipientRule[] | null
  methods: MethodRule[] | null
  /** Null before a policy was ever saved. */
  version: string | null
  updatedBy: string | null
  updatedAt: string | null
  /** The amount that counts against the rolling limit now. */
  spentUsd: string
  /**
   * Its parts that are not transfers: on testnets, and on mainnets own tokens that were minted, burned or moved, at
   * their issue price, and the money of their coupons and redemptions.
   */
  spentOnTestnetsUsd: string
  spentByTokensUsd: string
  spentByPayoutsUsd: string
  /** The spent share of the rolling limit, 0 to 100; null without a limit. */
  spentPercent: number | null
}

/** One saved change of a policy. */
export type PolicyChangeView = {
  seq: number
  by: string
  at: string
  /** The changed fields of the policy, each with its old and new value. */
  changes: Record<string, { from: unknown; to: unknown }>
}

function isUnique(keys: readonly string[]): boolean {
  return new Set(keys).size === keys.length
}
