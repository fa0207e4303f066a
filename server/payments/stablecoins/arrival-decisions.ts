import type { ARRIVAL_STATES } from '@/db/schema'
import type { ReceiptOutcome } from '@/server/payments/words'
import type { ArrivalDecisionKind } from './contract'

type State = (typeof ARRIVAL_STATES)[number]

/** What operators may decide about an arrival, by what its money did in the books; null where it did nothing there. Pure. */
export function decisionsOf(state: State, booked: ReceiptOutcome | null): ArrivalDecisionKind[] {
  const stands = booked !== null && booked !== 'REVERSED'
  switch (state) {
    case 'REVERTED':
      return stands ? lossesOf(booked) : ['ignore']
    case 'DOUBTFUL':
      return stands ? ['same', 'ignore'] : ['book', 'ignore']
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
