export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected', 'expired'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/**
 * What keeps a person from deciding: they asked for it, made the key that asked, had a token of it, had the key that
 * made it, or made another while it waited.
 */
export type Bar = 'request' | 'key' | 'token' | 'successor' | 'rotation'

export const BAR_TEXTS = {
  request: 'You asked for this transaction: another owner has to decide',
  key: 'You made the API key that asked for it: another owner has to decide',
  token: 'You had a token of the API key that asked for it: another owner has to decide',
  successor: 'The API key that asked for it was made by one you had: another owner has to decide',
  rotation: 'You rotated the API keys while it waited: another owner has to decide',
} as const satisfies Record<Bar, string>
