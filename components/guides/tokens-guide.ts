import { bondCode } from './bond-code'
import type { Guide } from './guide'

export function tokensGuide(baseUrl: string): Guide {
  return {
    id: 'tokenized-assets',
    title: 'Tokenized assets',
    summary: 'Issue a token, register its holders, and pay coupons and principal, with an outcome for each step.',
    paragraphs: [
      '`POST /v1/tokens` issues a token and returns immediately, PENDING, with its future `contractAddress`. The token is ACTIVE once the deployment is final. Its `tokenAdmin`, one of your wallets, mints, burns, freezes and pays.',
    ],
    sequence: {
      caption: 'A bond, from its issue to its first coupon.',
      participants: ['Your server', 'Slipway', 'Chain'],
      messages: [
        ['Your server', 'Slipway', '`POST /v1/tokens`'],
        ['Slipway', 'Chain', 'Deploys the contract'],
        ['Slipway', 'Your server', 'Webhook `token.deployed`: the token is ACTIVE'],
        ['Your server', 'Slipway', '`POST /v1/tokens/{id}/wallets` for each holder'],
        ['Your server', 'Slipway', '`POST /v1/tokens/{id}/mint`'],
        ['Slipway', 'Your server', 'Webhook `token.minted`'],
        ['Your server', 'Slipway', 'On the pay date, a call to pay the coupon'],
        ['Slipway', 'Chain', 'Pays each holder of the record date'],
        ['Slipway', 'Your server', 'Webhook `token.coupon.paid`'],
      ],
    },
    parts: [
      {
        title: 'Holders',
        paragraphs: [
          'All holders other than the `tokenAdmin` have to be registered first with `POST /v1/tokens/{id}/wallets`, giving an address and your `investorId`. Limits apply per investor. The chain stores only a hash of that id. The platform does not identify your investors: complete your KYC before you register a wallet.',
        ],
      },
      {
        title: 'Operations',
        paragraphs: [
          'Every action on a token is an operation and returns 202 with an `operationRef`. Read `GET /v1/tokens/{id}/operations/{operationRef}` until it is no longer PENDING. COMPLETED means final, and that the holders and the supply you read include it.',
          'Or subscribe to its events: `token.deployed`, `token.minted`, `token.burned`, `token.transferred`, `token.paused`, `token.unpaused`, `token.called`, `token.failed`.',
          'A batch of up to 1,000 wallets or mints has an outcome for each line in `items`. Amounts are decimal strings in whole tokens. With `forced` the tokenAdmin moves tokens of any holder.',
        ],
      },
      {
        title: 'Rejected operations',
        paragraphs: [
          'An operation that the contract would reject returns 422 immediately. `data` is the FAILED operation, and nothing is sent. The codes are `not_registered`, `frozen`, `paused`, `locked_up`, `investor_limit`, `holder_limit`, `supply_limit`, `insufficient_balance`.',
        ],
      },
      {
        title: 'Coupons',
        paragraphs: [
          'A YIELD_BEARING token has coupons (`GET /v1/tokens/{id}/yield`). The first covers the time from the issue date to `firstCouponDate`, and the next ones every `couponInterval` months. Holders at the end of the `recordDate` (UTC) are paid, rounded down once per holder.',
          'Pay each coupon with `POST /v1/tokens/{id}/yield/{couponId}/pay` from its `payDate` on. The tokenAdmin has to hold the total in the payment token. Otherwise the call returns 422 with `insufficient_funds`.',
          'A coupon that is not funded within `gracePeriod` days is DEFAULTED until you pay it. A frozen holder does not delay the others: the money waits in the contract. `token.coupon.recorded`, `token.coupon.funded`, `token.coupon.paid` and `token.coupon.defaulted` report each step.',
        ],
      },
      {
        title: 'Principal',
        paragraphs: [
          'From maturity on, or from the `callDate` on of one that is `callable`, `POST /v1/tokens/{id}/call` pays back the face value with accrued interest and burns the tokens. All coupons due before have to be paid.',
          'If a payment is interrupted, call it again: it continues where it stopped, and no holder is paid twice.',
        ],
      },
      {
        title: 'A bond from issue to redemption',
        paragraphs: [
          'The program issues a bond, registers its holders, mints, pays the coupons and pays the principal back.',
        ],
        code: [{ title: 'A bond in TypeScript', code: bondCode(baseUrl) }],
      },
    ],
    code: [],
  }
}
