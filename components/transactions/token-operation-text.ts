import type { TokenOperationSummary } from '@/schemas/tokens/operations/contract'
import { displayAmount } from '@/server/money/display-amount'

const VERBS = {
  DEPLOY: 'Issue',
  MINT: 'Mint',
  BURN: 'Burn',
  TRANSFER: 'Transfer',
  PAUSE: 'Pause',
  UNPAUSE: 'Unpause',
  REGISTER: 'Register wallets of',
  REMOVE: 'Remove wallets of',
  FREEZE: 'Freeze a wallet of',
  PAY_COUPON: 'Pay coupon of',
  CALL: 'Redeem',
} satisfies Record<TokenOperationSummary['kind'], string>

/** `Mint 250 LAGOON28`, `Register wallets of LAGOON28 (40)`. */
export function tokenOperationText({ kind, ticker, amount, lines }: TokenOperationSummary): string {
  const what = amount === null ? ticker : `${displayAmount(amount)} ${ticker}`
  return `${VERBS[kind]} ${what}${lines === null ? '' : ` (${lines})`}`
}
