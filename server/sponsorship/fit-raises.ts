import type { Raised } from '@/server/ledger/raised'

/** A transaction, and the amount to reserve for its gas. */
export type ReservationRaise = { businessId: string; transactionId: string; toMicros: bigint }

/** The reservation of an open transaction, and its day. */
export type Reserved = { id: string; businessId: string; day: string | null; micros: bigint }

/** The change of the reservations of a day. */
export type Moved = { businessId: string; day: string; micros: bigint }

type Standing = {
  open: ReadonlyMap<string, Reserved>
  /** The remaining budget of today, by business. */
  leftMicros: ReadonlyMap<string, bigint>
  today: string
}

/**
 * Decides in order which raises today's budgets cover; a raise that does not fit leaves the remaining budget to later
 * ones. Pure. `raised` has the changed reservations as they are to be written.
 */
export function fitRaises(
  raises: readonly ReservationRaise[],
  { open, leftMicros, today }: Standing,
): { outcomes: Raised[]; raised: Reserved[]; moved: Moved[] } {
  const left = new Map(leftMicros)
  const raised = new Map<string, Reserved>()
  const moved = new Map<string, Moved>()
  const move = ({ businessId, day, micros }: Moved) => {
    const key = `${businessId} ${day}`
    moved.set(key, { businessId, day, micros: (moved.get(key)?.micros ?? 0n) + micros })
  }
  const outcomes = raises.map(({ businessId, transactionId, toMicros }): Raised => {
    const row = raised.get(transactionId) ?? open.get(transactionId)
    if (!row || row.businessId !== businessId) return { isCovered: false, availableMicros: 0n }
    if (row.micros >= toMicros) return { isCovered: true }
    const ownMicros = row.day === today ? row.micros : 0n
    const availableMicros = ownMicros + (left.get(businessId) ?? 0n)
    if (toMicros > availableMicros)
      return { isCovered: false, availableMicros: availableMicros > 0n ? availableMicros : 0n }
    left.set(businessId, availableMicros - toMicros)
    move({ businessId, day: today, micros: toMicros - ownMicros })
    if (row.day !== null && row.day !== today) move({ businessId, day: row.day, micros: -row.micros })
    raised.set(transactionId, { ...row, day: today, micros: toMicros })
    return { isCovered: true }
  })
  return { outcomes, raised: [...raised.values()], moved: [...moved.values()] }
}
