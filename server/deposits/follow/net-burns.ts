import type { Arrival } from './deposit-reader'

const ZERO_ADDRESS = /^0x0{40}$/

/** Whether an arrival is a burn of a token: a transfer to the zero address. */
export function isBurn({ token, to }: Arrival): boolean {
  return token !== null && ZERO_ADDRESS.test(to)
}

/**
 * Arrivals without the units that the same transaction burned after them. Some tokens redeem units that are sent to
 * certain addresses, with a transfer and a burn, so that nothing stays there. Each burn takes from the newest arrival
 * before it. Both are in the order of the chain. Pure.
 */
export function netBurns(arrivals: readonly Arrival[], burns: readonly Arrival[]): Arrival[] {
  if (burns.length === 0) return [...arrivals]
  const left = arrivals.map((arrival) => ({ arrival, units: arrival.units }))
  for (const burn of burns) {
    let burned = burn.units
    for (const one of left.toReversed()) {
      if (!isBehind(burn, one.arrival)) continue
      const before = one.units
      one.units = before > burned ? before - burned : 0n
      burned -= before - one.units
    }
  }
  return left.flatMap(({ arrival, units }) => (units > 0n ? [{ ...arrival, units }] : []))
}

/** Whether a burn may be of units that this transfer added. */
function isBehind(burn: Arrival, arrival: Arrival): boolean {
  return (
    arrival.token !== null &&
    arrival.token.address === burn.token?.address &&
    arrival.txHash === burn.txHash &&
    arrival.blockHash === burn.blockHash &&
    arrival.to === burn.from &&
    (arrival.logIndex ?? 0) < (burn.logIndex ?? 0)
  )
}
