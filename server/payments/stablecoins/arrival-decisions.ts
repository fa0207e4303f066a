import type { ARRIVAL_STATES } from '@/db/schema'
import type { ArrivalDecisionKind } from '@/schemas/payments/stablecoins/contract'
import type { ReceiptOutcome } from '@/schemas/payments/words'
import { isBorne } from '@/server/payments/settlement/restore-receipt'

type State = (typeof ARRIVAL_STATES)[number]

/** The receipt of an arrival's money. */
export type Booked = { outcome: ReceiptOutcome; decision: string | null }

/**
 * The decisions that operators may make about an arrival, by what its money did in the books; null where it did nothing
 * there. Where the platform bore the loss, the payer kept what the money bought. If it comes again it is the same
 * money, and booking it would credit it twice. Pure.
 */
export function decisionsOf(state: State, booked: Booked | null): ArrivalDecisionKind[] {
  const stands = booked !== null && booked.outcome !== 'REVERSED'
  switch (state) {
    case 'REVERTED':
      return stands ? lossesOf(booked.outcome) : ['ignore']
    case 'DOUBTFUL':
      return stands || (booked && isBorne(booked)) ? ['same', 'ignore'] : ['book', 'ignore']
    case 'NEW':
    case 'RECEIVED':
    case 'FOREIGN':
      return []
    default:
      return state satisfies never
  }
}

function lossesOf(booked: ReceiptOutcome): ArrivalDecisionKind[] {
  if (booked === 'REFUNDED') return ['bear']
  return booked === 'SETTLED' || booked === 'CREDITED' ? ['reverse', 'bear'] : ['reverse']
}
