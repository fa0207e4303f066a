import type { Guide } from './guide'
import { payCode } from './pay-code'

export function plansGuide(baseUrl: string): Guide {
  return {
    id: 'plans-and-payments',
    title: 'Plans and payments',
    summary: 'Open a payment for a plan or a top-up, and follow it until the money has arrived, also in parts or late.',
    paragraphs: [
      '`GET /v1/subscriptions/plans/product/{productId}` lists the plans on sale. `POST /v1/payments/quote` returns the current price.',
    ],
    sequence: {
      caption: 'A payment that is paid in full and in time.',
      participants: ['Your business', 'Slipway', 'Bank or chain'],
      messages: [
        ['Your business', 'Slipway', '`POST /v1/payments/subscribe`'],
        ['Slipway', 'Your business', 'Where to pay: bank accounts and addresses'],
        ['Your business', 'Bank or chain', 'Exactly `amountExpected`, to one of them, before `expiryAt`'],
        ['Bank or chain', 'Slipway', 'The money has arrived'],
        ['Slipway', 'Your business', 'Webhook `payment.settled`'],
      ],
    },
    parts: [
      {
        title: 'Open a payment',
        paragraphs: [
          '`POST /v1/payments/subscribe` opens a payment for a plan (`SUBSCRIPTION`) or a top-up of the USD balance (`WALLET_TOPUP`). The response lists where you can pay: bank accounts for naira (NGN), and an address for each accepted stablecoin, all for one payment. Send exactly `amountExpected` before `expiryAt`, 30 minutes later. A free plan starts immediately, and the list is empty.',
          'Accounts that could not be opened are listed in `notOpened`, beside `data`. After 503 with `rate_unavailable` or `providers_unavailable`, retry shortly. After `accounts_opening`, retry with the same `Idempotency-Key`: the accounts of an interrupted call are being opened. More than 100 open payments return `open_payments_limit`.',
        ],
        code: [{ title: 'Price and open a top-up', code: payCode(baseUrl) }],
      },
      {
        title: 'Your own reference',
        paragraphs: [
          'Add your own id as `clientReference`, and data of your own as `metadata`. The payment, its subscription and their webhooks carry both, and the lists filter by `clientReference`.',
          'The same body with the same `clientReference` returns the payment that exists, so a repeated call never opens a second one. Another body returns 409 with `reference_used`. It is not called `reference`, because that is the field of the account to pay to.',
        ],
      },
      {
        title: 'Settlement',
        paragraphs: [
          'The payment becomes `SUCCESS` once the full amount has arrived. Read the payment, or subscribe to `payment.settled`. A plan also sends `subscription.activated` or `subscription.renewed`.',
          'The unused part of the previous plan reduces the price of a new one. If it covers the full price, the call returns 422 with `downgrade_refused`. A free plan while a paid plan is active returns `paid_plan_runs`.',
        ],
      },
      {
        title: 'Too little, too much, too late',
        paragraphs: [
          'No money is lost. A partial payment waits for the rest. Money that is too much, too late, paid twice, or for a plan that has changed is credited to the USD balance.',
          'You receive `payment.exception`, the `exceptions` of the payment name the cause (`OVERPAID`, `LATE`, `DUPLICATE`, `BASIS_CHANGED`), and the owners receive an email. If the rest never arrives, the partial amount is credited when the payment fails (`PARTIAL`).',
        ],
      },
      {
        title: 'Renewal and cancellation',
        paragraphs: [
          'With `autoRenew` the USD balance pays for the next period at `endDate`, at the price of that day. Owners receive reminders 7, 3 and 1 days before. If the balance is too low, the subscription is `PAST_DUE` for 7 days, with full access, and then `EXPIRED`.',
          '`POST /v1/subscriptions/{id}/cancel` ends it at `endDate`, and `auto-renew` undoes that.',
        ],
      },
      {
        title: 'Plan limits',
        paragraphs: [
          'A call that needs a plan you do not have returns 402 with `subscription_missing`. A used-up quota returns 402 with `quota_exceeded`, and `data.resetsAt` is the time it resets.',
        ],
      },
    ],
    code: [],
  }
}
