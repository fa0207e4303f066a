import type { TokenView } from '@/server/tokens/contract'
import type { TokenStatus } from '@/server/tokens/words'

const REASONS: Record<TokenStatus, string | null> = {
  PENDING: 'It is still being deployed',
  FAILED: 'Its deployment failed',
  ACTIVE: null,
  PAUSED: null,
  MATURED: null,
  REDEEMING: null,
  REDEEMED: 'It was redeemed',
}

const STOPPED: Partial<Record<TokenStatus, string>> = {
  MATURED: 'It has matured',
  REDEEMING: 'Its principal is being paid back',
}

/** Why nothing can be asked of a token in its state, for `disabledReason`; null where something can. */
export function notLive({ status }: Pick<TokenView, 'status'>): string | null {
  return REASONS[status]
}

/** The same for what moves it: behind its maturity it is only paid back. */
export function notMoving({ status }: Pick<TokenView, 'status'>): string | null {
  return STOPPED[status] ?? REASONS[status]
}
