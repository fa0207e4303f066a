import { Alert } from '@/components/ui/alert'
import type { TokenView } from '@/schemas/tokens/contract'
import type { TokenStatus } from '@/schemas/tokens/words'

type Notice = { tone: 'neutral' | 'warning' | 'danger'; text: string }

const NOTICES: Partial<Record<TokenStatus, Notice>> = {
  PENDING: { tone: 'neutral', text: 'The contract is being deployed to the address below.' },
  FAILED: {
    tone: 'danger',
    text: 'The deployment failed. See the operations for the reason, then issue the token again.',
  },
  PAUSED: { tone: 'warning', text: 'The token is paused. Holders cannot transfer it until you unpause it.' },
  MATURED: { tone: 'warning', text: 'The token has matured. Pay the last coupon, then redeem it.' },
  REDEEMING: {
    tone: 'warning',
    text: 'The token is being redeemed and cannot be transferred. If the redemption stops, see the operations for the reason, then redeem it again.',
  },
  REDEEMED: { tone: 'neutral', text: 'The token was redeemed. The principal was paid and all tokens were burned.' },
}

/** Notices that a reader of a token has to see first. */
export function TokenNotices({ token }: { token: TokenView }) {
  const notice = NOTICES[token.status]
  return notice ? <Alert tone={notice.tone}>{notice.text}</Alert> : null
}
