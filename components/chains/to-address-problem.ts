/** A dialog that has one address only: `url: must …` reads better as a sentence about it. */
export function toAddressProblem(message: string): string {
  return message.replace(/^url: /, 'The address ').replace(/([^.])$/, '$1.')
}
