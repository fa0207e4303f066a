import { expect, it } from 'vitest'
import type { TokenOperationSummary } from '@/schemas/tokens/operations/contract'
import { tokenOperationText } from './token-operation-text'

const operation: TokenOperationSummary = {
  ...{ tokenId: 't', operationRef: 'o', kind: 'MINT', ticker: 'LAGOON28' },
  ...{ amount: '250', to: '0x1', lines: null, payout: null },
}

/** `~`: a space at which no line breaks. */
it.each<[Partial<TokenOperationSummary>, string]>([
  [{}, 'Mint 250 LAGOON28'],
  [{ amount: null, lines: 40 }, 'Mint LAGOON28 to~40~wallets'],
  [{ kind: 'REGISTER', amount: null, lines: 1 }, 'Register 1~wallet for~LAGOON28'],
  [{ kind: 'REGISTER', amount: null }, 'Register wallets for~LAGOON28'],
  [{ kind: 'PAUSE', amount: null }, 'Pause LAGOON28'],
  [{ kind: 'PAY_COUPON', amount: null }, 'Pay coupon of~LAGOON28'],
  [{ kind: 'PAY_COUPON', amount: null, payout: { step: 'RECORD', index: 2 } }, 'Record coupon~2 of~LAGOON28'],
  [
    { kind: 'PAY_COUPON', amount: null, payout: { step: 'APPROVE', index: 2 } },
    'Approve funds for~coupon~2 of~LAGOON28',
  ],
  [{ kind: 'PAY_COUPON', amount: null, payout: { step: 'FUND', index: 2 } }, 'Fund coupon~2 of~LAGOON28'],
  [{ kind: 'PAY_COUPON', amount: null, payout: { step: 'PAY', index: 2 } }, 'Pay coupon~2 of~LAGOON28'],
  [{ kind: 'CALL', amount: null, payout: { step: 'RECORD', index: 0 } }, 'Record the redemption of~LAGOON28'],
  [{ kind: 'CALL', amount: null, payout: { step: 'PAY', index: 0 } }, 'Redeem LAGOON28'],
  [
    { kind: 'CALL', amount: null, payout: { step: 'RETURN', index: 0 } },
    'Return unused funds of~the redemption of~LAGOON28',
  ],
])('says what %j does', (change, text) => {
  expect(tokenOperationText({ ...operation, ...change })).toBe(text.replaceAll('~', '\u00a0'))
})
