/** Days back that a chart shows; the last one is today (UTC). */
export const ACTIVITY_DAYS = ['1', '7', '30', '90'] as const
export type ActivityDays = (typeof ACTIVITY_DAYS)[number]
