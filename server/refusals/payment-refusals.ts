import { MESSAGES } from './messages'
import type { Refusal } from './refusal'

/** Causes about plans, payments and purchases. */
export const PAYMENT_REFUSALS = {
  subscription_missing: {
    kind: 'payment_required',
    message: MESSAGES.noSubscription,
    means: 'The project has no active subscription to the product that sells this operation.',
  },
  quota_exceeded: {
    kind: 'payment_required',
    message: 'A quota of the plan is used up',
    means:
      'A quota of the plan is used up. `data` has its `kind`, the use (`used`, `limit`) and the time it resets (`resetsAt`).',
  },
  balance_insufficient: {
    kind: 'payment_required',
    message: MESSAGES.insufficientGas,
    means: 'The USD balance does not cover the worst-case gas. `data` has the needed and the available amount.',
  },
  gas_budget_spent: {
    kind: 'payment_required',
    message: MESSAGES.insufficientGas,
    means: 'The gas the platform sponsors on this chain is used up for today (UTC). `data` has the rest.',
  },
  webhook_forged: {
    kind: 'unauthenticated',
    message: 'Signature does not match',
    means: 'The signature is not from the provider: nothing was done.',
  },
  provider_unknown: { kind: 'not_found', message: 'Provider not found', means: 'There is no such payment provider.' },
  downgrade_refused: {
    kind: 'failed',
    message: 'What is left of the current plan covers the whole price of the new one: a downgrade is not possible now',
    means: 'The unused value of the current plan covers the new price. Choose the plan once the period is over.',
  },
  paid_plan_runs: {
    kind: 'failed',
    message: 'A paid plan of this product runs: cancel it first',
    means:
      'A free plan does not replace a paid period. Cancel the current subscription and choose the free plan once it has ended.',
  },
  subscription_ended: {
    kind: 'failed',
    message: 'The subscription has ended',
    means: 'Renewal is switched only while a subscription is ACTIVE or PAST_DUE.',
  },
  open_payments_limit: {
    kind: 'failed',
    message: 'Too many payments of this project are open: pay one, or wait until one has expired',
    means: 'A project has at most 100 payments with a valid price. Each price is valid for 30 minutes.',
  },
  plan_not_found: { kind: 'not_found', message: 'Plan not found', means: 'There is no such plan on sale.' },
  payment_not_found: { kind: 'not_found', message: 'Payment not found', means: 'The project has no such payment.' },
  subscription_not_found: {
    kind: 'not_found',
    message: 'Subscription not found',
    means: 'The project has no such subscription.',
  },
  providers_unavailable: {
    kind: 'unavailable',
    message: 'No deposit account can be opened right now. Please try again shortly.',
    means: 'None of the providers opened an account, and the payment was dropped: send the call again shortly.',
  },
  accounts_opening: {
    kind: 'unavailable',
    message: 'The deposit accounts are still being opened. Please ask again with the same Idempotency-Key.',
    means:
      'The first call was interrupted after it created its payment. Send it again with the same `Idempotency-Key` after `retryAfter` seconds to get the accounts of that payment.',
  },
  rate_unavailable: {
    kind: 'unavailable',
    message: MESSAGES.rateUnavailable,
    means: 'There is no fresh rate between naira and dollar: send the call again shortly.',
  },
} as const satisfies Record<string, Refusal>
