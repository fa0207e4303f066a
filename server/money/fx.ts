import { divideDown, divideUp } from './rounding'

/** Kobo of a naira and micro-dollars of a dollar, with the scale of a rate (10^8) between them. */
const MICROS_PER_USD = 1_000_000n
const KOBO_PER_NGN = 100n
const RATE_SCALE = 100_000_000n
const SCALE = (MICROS_PER_USD / KOBO_PER_NGN) * RATE_SCALE

/** Naira for one dollar times 10^8: the scale of prices. One stored rate prices one quote. */
export type NgnPerUsdE8 = bigint

/** The kobo that a payer owes for an amount in micro-dollars, rounded up. */
export function koboOfUsdUp(micros: bigint, rate: NgnPerUsdE8): bigint {
  return divideUp(whole(micros) * known(rate), SCALE)
}

/** The value of micro-dollars in kobo, rounded down: for credits in naira. */
export function koboOfUsdDown(micros: bigint, rate: NgnPerUsdE8): bigint {
  return divideDown(whole(micros) * known(rate), SCALE)
}

/** The cost of kobo in micro-dollars, rounded up: for charges in dollars. */
export function usdOfKoboUp(kobo: bigint, rate: NgnPerUsdE8): bigint {
  return divideUp(whole(kobo) * SCALE, known(rate))
}

/** The value of received kobo in micro-dollars, rounded down: for credits. */
export function usdOfKoboDown(kobo: bigint, rate: NgnPerUsdE8): bigint {
  return divideDown(whole(kobo) * SCALE, known(rate))
}

/** Converts to units of another scale, rounded up: kobo to base units of a naira token that a payer owes. */
export function rescaleUp(units: bigint, { from, to }: { from: number; to: number }): bigint {
  return divideUp(whole(units) * 10n ** BigInt(to), 10n ** BigInt(from))
}

/** Converts as above, rounded down: received base units, as kobo. */
export function rescaleDown(units: bigint, { from, to }: { from: number; to: number }): bigint {
  return divideDown(whole(units) * 10n ** BigInt(to), 10n ** BigInt(from))
}

function known(rate: NgnPerUsdE8): bigint {
  if (rate <= 0n) throw new Error('a rate is above zero')
  return rate
}

function whole(units: bigint): bigint {
  if (units < 0n) throw new Error('an amount to exchange is not negative')
  return units
}
