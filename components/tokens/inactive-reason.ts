import type { TokenView } from '@/schemas/tokens/contract'
import type { TokenStatus } from '@/schemas/tokens/words'

const REASONS: Record<TokenStatus, string | null> = {
  PENDING: 'The token is still being deployed',
  FAILED: 'The deployment failed',
  ACTIVE: null,
  PAUSED: null,
  MATURED: null,
  REDEEMING: null,
  REDEEMED: 'The token was redeemed',
}

const STOPPED: Partial<Record<TokenStatus, string>> = {
  MATURED: 'The token has matured',
  REDEEMING: 'The token is being redeemed',
}

/** The reason why a token accepts no operation in its state, for `disabledReason`; null if it does. */
export function inactiveReason({ status }: Pick<TokenView, 'status'>): string | null {
  return REASONS[status]
}

/** The reason why a token cannot be moved: after its maturity it can only be paid back. */
export function transferDisabledReason({ status }: Pick<TokenView, 'status'>): string | null {
  return STOPPED[status] ?? REASONS[status]
}
