/** Whether the balance would pay for a renewal at the end of a period, as it is today. Kobo and micro-dollars. */
export type RenewalOutlook =
  | { kind: 'covered'; priceMinor: bigint; chargeMicros: bigint }
  | { kind: 'short'; priceMinor: bigint; chargeMicros: bigint; shortMicros: bigint }
  /** There is no exchange rate now. */
  | { kind: 'unpriced'; priceMinor: bigint }
  /** The plan is no longer sold. */
  | { kind: 'unsold' }
