/** `PRORATE`: the unused part of the former plan is credited. `RESET`: nothing is credited. */
export const PRORATIONS = ['PRORATE', 'RESET'] as const
export type Proration = (typeof PRORATIONS)[number]
