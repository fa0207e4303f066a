import type { TokenOperationSummary } from '@/schemas/tokens/operations/contract'
import { displayAmount } from '@/server/money/display-amount'

/** `wallets` is empty for one wallet, which the rest of the row names. */
type Parts = { what: string; wallets: string }

const TEXTS = {
  DEPLOY: ({ what }) => `Issue ${what}`,
  MINT: ({ what, wallets }) => `Mint ${what}${wallets && ` to ${wallets}`}`,
  BURN: ({ what, wallets }) => `Burn ${what}${wallets && ` of ${wallets}`}`,
  TRANSFER: ({ what, wallets }) => `Transfer ${what}${wallets && ` to ${wallets}`}`,
  PAUSE: ({ what }) => `Pause ${what}`,
  UNPAUSE: ({ what }) => `Unpause ${what}`,
  REGISTER: ({ what, wallets }) => `Register ${wallets || 'wallets'} for ${what}`,
  REMOVE: ({ what, wallets }) => `Remove ${wallets || 'wallets'} from ${what}`,
  FREEZE: ({ what, wallets }) => `Freeze ${wallets || 'a wallet'} of ${what}`,
  PAY_COUPON: ({ what, wallets }) => `Pay coupon of ${what}${wallets && ` to ${wallets}`}`,
  CALL: ({ what }) => `Redeem ${what}`,
} satisfies Record<TokenOperationSummary['kind'], (parts: Parts) => string>

/** `Mint 250 LAGOON28`, `Register 40 wallets for LAGOON28`. */
export function tokenOperationText({ kind, ticker, amount, lines }: TokenOperationSummary): string {
  return TEXTS[kind]({
    what: amount === null ? ticker : `${displayAmount(amount)} ${ticker}`,
    wallets: lines === null ? '' : `${lines} ${lines === 1 ? 'wallet' : 'wallets'}`,
  })
}
