import type { TokenOperationSummary } from '@/schemas/tokens/operations/contract'
import { type PayoutStep, REDEMPTION_INDEX } from '@/schemas/tokens/words'
import { displayAmount } from '@/server/money/display-amount'

/** A space without a line break, which keeps a preposition with the name after it. */
const NBSP = '\u00a0'

/** The payout is a coupon or the redemption of an asset. */
const PAYOUT_TEXTS = {
  RECORD: (payout) => `Record ${payout}`,
  APPROVE: (payout) => `Approve funds for${NBSP}${payout}`,
  FUND: (payout) => `Fund ${payout}`,
  PAY: (payout) => `Pay ${payout}`,
  RETURN: (payout) => `Return unused funds of${NBSP}${payout}`,
} satisfies Record<PayoutStep, (payout: string) => string>

/** `wallets` is empty for one wallet, which the rest of the row names. */
type Parts = { asset: string; wallets: string }

const TEXTS = {
  DEPLOY: ({ asset }) => `Issue ${asset}`,
  MINT: ({ asset, wallets }) => `Mint ${asset}${wallets && ` to${NBSP}${wallets}`}`,
  BURN: ({ asset, wallets }) => `Burn ${asset}${wallets && ` of${NBSP}${wallets}`}`,
  TRANSFER: ({ asset, wallets }) => `Transfer ${asset}${wallets && ` to${NBSP}${wallets}`}`,
  PAUSE: ({ asset }) => `Pause ${asset}`,
  UNPAUSE: ({ asset }) => `Unpause ${asset}`,
  REGISTER: ({ asset, wallets }) => `Register ${wallets || 'wallets'} for${NBSP}${asset}`,
  REMOVE: ({ asset, wallets }) => `Remove ${wallets || 'wallets'} from${NBSP}${asset}`,
  FREEZE: ({ asset, wallets }) => `Freeze ${wallets || 'a wallet'} of${NBSP}${asset}`,
  PAY_COUPON: ({ asset, wallets }) => `Pay coupon of${NBSP}${asset}${wallets && ` to${NBSP}${wallets}`}`,
  CALL: ({ asset }) => `Redeem ${asset}`,
} satisfies Record<TokenOperationSummary['kind'], (parts: Parts) => string>

/** `Mint 250 LAGOON28`, `Register 40 wallets for LAGOON28`, `Fund coupon 2 of LAGOON28`. */
export function tokenOperationText({ kind, ticker, amount, lines, payout }: TokenOperationSummary): string {
  if (payout && payout.index !== REDEMPTION_INDEX)
    return PAYOUT_TEXTS[payout.step](`coupon${NBSP}${payout.index} of${NBSP}${ticker}`)
  if (payout && payout.step !== 'PAY') return PAYOUT_TEXTS[payout.step](`the redemption of${NBSP}${ticker}`)
  return TEXTS[kind]({
    asset: amount === null ? ticker : `${displayAmount(amount)} ${ticker}`,
    wallets: lines === null ? '' : `${lines}${NBSP}${lines === 1 ? 'wallet' : 'wallets'}`,
  })
}
