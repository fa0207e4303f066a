/** `PRORATE`: what is left of the plan before is credited. `RESET`: nothing is. */
export const PRORATIONS = ['PRORATE', 'RESET'] as const
export type Proration = (typeof PRORATIONS)[number]
