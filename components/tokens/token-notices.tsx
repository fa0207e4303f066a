import { Alert } from '@/components/ui/alert'
import type { TokenView } from '@/server/tokens/contract'
import type { TokenStatus } from '@/server/tokens/words'

type Notice = { tone: 'neutral' | 'warning' | 'danger'; text: string }

const NOTICES: Partial<Record<TokenStatus, Notice>> = {
  PENDING: { tone: 'neutral', text: 'Its contract is being deployed. The address below is where it will be.' },
  FAILED: {
    tone: 'danger',
    text: 'Its deployment failed: see its operations for why. Issue it anew.',
  },
  PAUSED: { tone: 'warning', text: 'It is paused: no holder may transfer it until it is unpaused.' },
  MATURED: { tone: 'warning', text: 'It has matured: pay the last coupon, then redeem it.' },
  REDEEMING: {
    tone: 'warning',
    text: 'Its principal is being paid back: nothing of it moves any more. Where that stands still, see its operations for why, and redeem it again.',
  },
  REDEEMED: { tone: 'neutral', text: 'It was redeemed: the principal was paid and all tokens were burned.' },
}

/** What somebody who looks at a token has to know first. */
export function TokenNotices({ token }: { token: TokenView }) {
  const notice = NOTICES[token.status]
  return notice ? <Alert tone={notice.tone}>{notice.text}</Alert> : null
}
