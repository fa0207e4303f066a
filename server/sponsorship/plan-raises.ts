import type { RaiseResult } from '@/server/ledger/holds'

/** A transaction, and the amount to reserve for its gas. */
export type ReservationRaise = { businessId: string; transactionId: string; toMicros: bigint }

/** The reservation of an open transaction, and its day. */
export type OpenReservation = { id: string; businessId: string; day: string | null; micros: bigint }

/** The change of the reservations of a day. */
export type ReservationChange = { businessId: string; day: string; micros: bigint }

type Standing = {
  open: ReadonlyMap<string, OpenReservation>
  /** The remaining budget of today, by business. */
  leftMicros: ReadonlyMap<string, bigint>
  today: string
}

/**
 * Decides in order which raises today's budgets cover; a raise that does not fit leaves the remaining budget to later
 * ones. Pure. `raised` has the changed reservations to write.
 */
export function planRaises(
  raises: readonly ReservationRaise[],
  { open, leftMicros, today }: Standing,
): { outcomes: RaiseResult[]; raised: OpenReservation[]; moved: ReservationChange[] } {
  const left = new Map(leftMicros)
  const raised = new Map<string, OpenReservation>()
  const moved = new Map<string, ReservationChange>()
  const move = ({ businessId, day, micros }: ReservationChange) => {
    const key = `${businessId} ${day}`
    moved.set(key, { businessId, day, micros: (moved.get(key)?.micros ?? 0n) + micros })
  }
  const outcomes = raises.map(({ businessId, transactionId, toMicros }): RaiseResult => {
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
