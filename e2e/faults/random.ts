export type Random = {
  /** In [0, 1). */
  next: () => number
  /** A whole number in [from, to]. */
  between: (from: number, to: number) => number
  /** True with this probability. */
  chance: (probability: number) => boolean
}

/** Numbers that follow from the seed alone (mulberry32), so that a failing round can be run again. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
  }
}
