import type { ARRIVAL_STATES } from '@/db/schema'
import type { ArrivalDecisionKind } from '@/schemas/payments/stablecoins/contract'
import type { ReceiptOutcome } from '@/schemas/payments/words'
import { isLossBorneByPlatform } from '@/server/payments/settlement/restore-receipt'

type State = (typeof ARRIVAL_STATES)[number]

/** The receipt that booked an arrival. */
export type BookedReceipt = { outcome: ReceiptOutcome; decision: string | null }

/**
 * The decisions that operators may make about an arrival, from its state and its receipt (null if it is not booked). If
 * the platform bore the loss, the payer kept the purchase: money that arrives again is then the same money, and must
 * not be booked a second time. Pure.
 */
export function decisionsOf(state: State, booked: BookedReceipt | null): ArrivalDecisionKind[] {
  const isBooked = booked !== null && booked.outcome !== 'REVERSED'
  switch (state) {
    case 'REVERTED':
      return isBooked ? lossesOf(booked.outcome) : ['ignore']
    case 'DOUBTFUL':
      return isBooked || (booked && isLossBorneByPlatform(booked)) ? ['same', 'ignore'] : ['book', 'ignore']
    // The decision for deposits that cannot be sent, because they were removed or their token refuses.
    case 'FOREIGN':
      return ['ignore']
    case 'NEW':
    case 'RECEIVED':
      return []
    default:
      return state satisfies never
  }
}

function lossesOf(booked: ReceiptOutcome): ArrivalDecisionKind[] {
  if (booked === 'REFUNDED') return ['bear']
  return booked === 'SETTLED' || booked === 'CREDITED' ? ['reverse', 'bear'] : ['reverse']
}
