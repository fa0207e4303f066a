/**
 * What keeps a person from deciding: they asked for it, made the key that asked, had a token of it, had the key that made it, or made
 * another while it waited.
 */
export type Bar = 'request' | 'key' | 'token' | 'successor' | 'rotation'

export const BAR_TEXTS = {
  request: 'You asked for this transaction: somebody else has to decide',
  key: 'You made the API key that asked for it: somebody else has to decide',
  token: 'You had a token of the API key that asked for it: somebody else has to decide',
  successor: 'The API key that asked for it was made by one you had: somebody else has to decide',
  rotation: 'You rotated the API keys while it waited: somebody else has to decide',
} as const satisfies Record<Bar, string>
