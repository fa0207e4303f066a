/** A source has no rate to give; the message says why, for operators. */
export class RateSourceError extends Error {
  override readonly name = 'RateSourceError'
}
