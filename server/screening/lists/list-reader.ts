/**
 * Reads a list piece by piece, however large it is. Both throw in words for an operator, where the text is no list of
 * this format.
 */
export type ListReader = {
  push: (text: string) => void
  /** The text is over. */
  end: () => void
}
