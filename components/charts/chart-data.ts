import { formatMonthDay } from '@/server/text/format-day'

/** One thing that a chart shows over its steps. */
export type ChartSeries = {
  id: string
  name: string
  /** The style of a series. Each tone also has a pattern or dash, in addition to its colour. */
  tone: 'good' | 'bad' | 'plain' | 'second'
  /** One for each step; null if nothing was measured. */
  values: readonly (number | null)[]
}

/** The duration of one step of a chart. */
export type Step = 'hour' | 'day'

export type ChartData = {
  /** Names of the steps, oldest first. */
  steps: readonly string[]
  series: readonly ChartSeries[]
}

const MS_PER_HOUR = 3_600_000

/** Whether there is nothing to draw. */
export function isEmptyChart({ series }: ChartData): boolean {
  return series.every(({ values }) => values.every((value) => value === null || value === 0))
}

const ROUND_TOPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10]

/**
 * The top of the drawing: the next round number above its highest point, which is a stack's or a single value's. 1 if
 * there is nothing to draw.
 */
export function chartTop({ steps, series }: ChartData, kind: 'bars' | 'lines'): number {
  const heights = steps.map((_, index) => {
    const values = series.map(({ values: own }) => own[index] ?? 0)
    return kind === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values)
  })
  const highest = Math.max(0, ...heights)
  if (highest === 0) return 1
  const unit = 10 ** Math.floor(Math.log10(highest))
  const least = Math.max(kind === 'bars' ? 1 : 0, highest)
  return (ROUND_TOPS.find((top) => top * unit >= least) ?? 10) * unit
}

/** The values of one step as text: `Nov 21: 3 completed, 1 failed`. */
export function stepText({ steps, series }: ChartData, index: number, format: (value: number) => string): string {
  const parts = series.map(({ name, values }) => {
    const value = values[index] ?? null
    return `${value === null ? 'no' : format(value)} ${name}`
  })
  return `${steps[index] ?? ''}: ${parts.join(', ')}`
}

/** `Nov 21`, or `Nov 21, 14:00` of an hour; in UTC, alike on server and browser. */
export function stepName(at: string, step: Step): string {
  const day = formatMonthDay(at)
  return step === 'day' ? day : `${day}, ${at.slice(11, 16)}`
}

/** The filters of a list for the days (UTC) from one step to another, as a query string. */
export function daysQuery(first = '', last = ''): string {
  return `?from=${first.slice(0, 10)}&to=${last.slice(0, 10)}`
}

/** The filters of a list for the time from one step to the end of another, as a query string: to the hour for hours. */
export function periodQuery(step: Step, first = '', last = first): string {
  if (step === 'day' || last === '') return daysQuery(first, last)
  const end = new Date(Date.parse(last) + MS_PER_HOUR).toISOString()
  return `?from=${minuteText(first)}&to=${minuteText(end)}`
}

/** A moment as the filters of lists write it. */
export function minuteText(at: string): string {
  return `${at.slice(0, 16)}Z`
}
