/**
 * Reads a list chunk by chunk, whatever its size. Both methods throw with a message for operators if the text is not in
 * this format.
 */
export type ListReader = {
  push: (text: string) => void
  /** The text is over. */
  end: () => void
}
