import { z } from 'zod'
import { businessRef } from '@/schemas/businesses/contract'
import { numericId, reasonText } from '@/schemas/text/contract'
import { usdText } from '@/server/money/amount-text'

/** Today's sponsored gas of a business on a chain, in dollars; the day is that of UTC. */
export type GasBudgetView = {
  chainId: number
  chainName: string
  daily: string
  spent: string
  /** The highest possible cost of transactions in progress. */
  reserved: string
  left: string
  /** Whether an operator set the budget; otherwise it is the plan's. */
  isSet: boolean
}

/** The use of gas budgets on the treasury page: whose gas the platform pays today. */
export type GasBudgetUse = Pick<GasBudgetView, 'daily' | 'spent' | 'reserved' | 'left'> & {
  businessId: string
  businessName: string
}

const MAX_DAILY_MICROS = 1_000_000_000_000n

const dailyMicros = usdText({ max: MAX_DAILY_MICROS, tooMuch: 'is more than $1,000,000', mayBeZero: true })

/** An operator's input for a gas budget; left empty, the plan's budget applies again. */
export const gasBudgetForm = z.object({
  dailyUsd: z.union([z.literal('').transform(() => null), dailyMicros]),
  reason: reasonText,
})

export const setGasBudgetInput = gasBudgetForm.extend(businessRef.shape).extend({ chainId: numericId })
export type SetGasBudgetInput = z.output<typeof setGasBudgetInput>

/** A higher budget, as it waits for a second person. */
export const gasBudgetRaise = businessRef.extend({
  chainId: numericId,
  chainName: z.string(),
  /** The present and the requested value; the plan's where `isPlans`. */
  formerUsd: z.string(),
  dailyUsd: z.string(),
  isPlans: z.boolean(),
  reason: z.string(),
})
export type GasBudgetRaise = z.output<typeof gasBudgetRaise>
