import { z } from 'zod'
import { FX_SOURCES, type FxSourceName } from '@/schemas/fx/words'
import { ngnRateText } from '@/server/money/amount-text'
import { type Page, pageNumber } from '@/server/paging'

/** Naira per dollar times 10^8, and its source. Quotes, receipts and journals store the id. */
export type Rate = { id: string; ngnPerUsdE8: bigint; source: string; observedAt: Date }

export const rateFilter = z.object({ page: pageNumber })
export type RateFilter = z.output<typeof rateFilter>

/** An operator's input for a manual rate. */
export const rateForm = z.object({
  ngnPerUsd: ngnRateText(),
  /** Confirms that a rate far from the previous one is intended. */
  isConfirmed: z.boolean(),
})

export const setManualRateInput = rateForm.transform(({ ngnPerUsd, ...input }) => ({
  ...input,
  ngnPerUsdE8: ngnPerUsd,
}))
export type SetManualRateInput = z.output<typeof setManualRateInput>

const whole = z.int('Enter a whole number')

/** The settings of a source. */
export const fxSourceForm = z.object({
  isActive: z.boolean(),
  priority: whole.min(0).max(100),
  maxAgeMinutes: whole.min(1).max(43_200, 'At most 30 days'),
  maxDeviationBps: whole.min(1).max(10_000, 'At most 10,000: twice or nothing'),
})
export const updateFxSourceInput = fxSourceForm.extend({ name: z.enum(FX_SOURCES) })
export type UpdateFxSourceInput = z.output<typeof updateFxSourceInput>
type FxSourceTerms = z.output<typeof fxSourceForm>

/** A change of how a source is used, as it waits for a second person. */
export const fxSourceChange = z.object({ name: z.enum(FX_SOURCES), from: fxSourceForm, to: fxSourceForm })
export type FxSourceChange = z.output<typeof fxSourceChange>

/**
 * Whether a change lets a source set prices that it could not set before: such a change needs a second person's
 * approval.
 */
export function isTrustedMore({ from, to }: Pick<FxSourceChange, 'from' | 'to'>): boolean {
  if (to.isActive && !from.isActive) return true
  if (to.priority !== from.priority) return true
  return to.maxAgeMinutes > from.maxAgeMinutes || to.maxDeviationBps > from.maxDeviationBps
}

const TERM_NAMES: Record<keyof FxSourceTerms, string> = {
  isActive: 'On',
  priority: 'Order',
  maxAgeMinutes: 'Age limit (minutes)',
  maxDeviationBps: 'May differ by (hundredths of a percent)',
}

/** `On: no → yes; Order: 10 → 0`. */
export function describeFxChange({ from, to }: Pick<FxSourceChange, 'from' | 'to'>): string {
  return fxSourceForm
    .keyof()
    .options.filter((name) => from[name] !== to[name])
    .map((name) => `${TERM_NAMES[name]}: ${say(from[name])} → ${say(to[name])}`)
    .join('; ')
}

function say(value: number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

/** A source as operators see it. */
export type FxSourceView = {
  name: FxSourceName
  isActive: boolean
  priority: number
  maxAgeMinutes: number
  maxDeviationBps: number
  /** The rate accepted last, in naira of one dollar; null before the first rate. */
  ngnPerUsd: string | null
  observedAt: string | null
  isFresh: boolean
  /** Whether everything is priced at it now. */
  isUsed: boolean
  askedAt: string | null
  /** The error of the last request. */
  problem: string | null
}

/** A rate that a source returned. */
export type RateView = {
  id: string
  source: FxSourceName
  ngnPerUsd: string
  status: 'accepted' | 'refused'
  why: string | null
  observedAt: string
  createdBy: string
  createdAt: string
}
export type RatePage = Page<RateView>
