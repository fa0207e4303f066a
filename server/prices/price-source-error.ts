/** A source has no price to give; the message says why, for operators. */
export class PriceSourceError extends Error {
  override readonly name = 'PriceSourceError'
}
