export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected', 'expired'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/**
 * The reason why a person cannot decide: they requested it, made the key that requested it, or had a token of that key.
 * Or they had the key that made that key, or rotated keys while it waited.
 */
export type SelfApprovalReason = 'request' | 'key' | 'token' | 'successor' | 'rotation'

export const SELF_APPROVAL_TEXTS = {
  request: 'You requested this transaction: another owner must decide',
  key: 'You created the API key that requested it: another owner must decide',
  token: 'You had a token of the API key that requested it: another owner must decide',
  successor: 'The API key that requested it was created by one you had: another owner must decide',
  rotation: 'You rotated the API keys while it waited: another owner must decide',
} as const satisfies Record<SelfApprovalReason, string>
