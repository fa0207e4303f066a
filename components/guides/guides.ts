import { firstCallCode } from '@/components/projects/first-call-code'
import { bondCode } from './bond-code'
import { changelog } from './changelog'
import type { Guide } from './guide'
import { payCode } from './pay-code'
import { quickstart } from './quickstart'
import { VERIFY_EVENT } from './verify-event'
import { VERIFY_WEBHOOK } from './verify-webhook'

/** The guides, in the order in which a reader needs them before the reference. */
export function listGuides(baseUrl: string): Guide[] {
  return [
    quickstart(baseUrl),
    {
      id: 'first-call',
      title: 'First call',
      paragraphs: [
        'Exchange the API key of your project for an access token, and send that with every call. An access token is valid for ten minutes. Request a new one when it expires (401, `token_expired`), not for every call. Live keys start with `sk_live_`. Access tokens of test keys are refused with `test_key`.',
        'Every response except that of the token endpoint has the fields `status`, `message` and `data`. Quote the `X-Request-Id` header when you contact support.',
      ],
      code: [
        {
          title: 'Shell',
          code: firstCallCode({ baseUrl, key: '', hint: 'sk_live_…' }),
        },
      ],
    },
    {
      id: 'idempotency',
      title: 'Idempotency',
      paragraphs: [
        'Calls that change something require an `Idempotency-Key`, a unique string such as a UUID. Store it before the call. If you receive no response, send the same call with the same key. It is executed once, and you receive the first response again, byte for byte, with `Idempotent-Replayed: true`.',
        'The same key with another body is refused with `idempotency_reused`. A refused call stores nothing, so you can use its key again. Responses are kept for 30 days. A key never executes twice, even after that.',
      ],
      code: [],
    },
    {
      id: 'errors-and-codes',
      title: 'Errors and codes',
      paragraphs: [
        'An error is `{ status: false, message, code }`. `code` names the cause and never changes, so your code should depend on it. `message` is for people. `param` is the field, parameter or header that caused the error. `errors` lists all invalid fields. All codes are listed under Error codes.',
        'Retry the same call after 429 (wait for `retryAfter`) and 503. Do not retry 400, 401, 403, 404 and 422 without changing the request. A 422 with `data` is the FAILED record of the transaction.',
        '`null` for an optional field is the same as leaving it out. Unknown fields are refused.',
      ],
      code: [
        {
          title: 'An error',
          code: JSON.stringify(
            {
              status: false,
              message: 'Validation failed',
              code: 'validation_failed',
              param: 'amount',
              errors: ['amount: has more than 6 decimals'],
            },
            null,
            2,
          ),
        },
      ],
    },
    {
      id: 'pagination',
      title: 'Pagination',
      paragraphs: [
        'Transactions are listed newest first, with `limit` (default 20, maximum 100). Continue with `cursor`, which is `pagination.nextCursor` of the page before, until it is null: new transactions shift no page. With `offset` and `pagination.nextOffset` they do.',
        'Other lists accept `page` (from 1) and `pageSize` (default 20, maximum 100) and return `items`, `total`, `page` and `pageSize`. A page after the last one is empty.',
      ],
      code: [],
    },
    {
      id: 'finality-and-stages',
      title: 'Finality and stages',
      paragraphs: [
        'A transfer returns 202 immediately. `status` is PENDING until it becomes COMPLETED or FAILED, and never changes after that. COMPLETED means final under the finality rule of the chain. A block that a reorg can still remove does not count.',
        '`stage` shows the progress: `awaiting_approval`, `queued`, `signed`, `broadcast`, `mined`, `final`. `confirmations` counts blocks. Read the transaction every 2 to 3 seconds, give a `webhookUrl`, or hold the request open with `waitForCompletion` for at most 60 seconds.',
      ],
      code: [],
    },
    {
      id: 'policies',
      title: 'Policies',
      paragraphs: [
        'Owners set limits in the portal, for the project and for the business: USD per transaction and in 24 hours, recipients, and contract methods. Both policies apply. A transaction that breaks a rule is refused with 422 and `policy_limit`, `policy_recipient`, `policy_method`, `policy_unreadable` or `policy_unpriced`. Nothing is stored, so you can use the same `Idempotency-Key` again.',
        'Above an amount that owners choose, a second person has to approve. The response is 202 with stage `awaiting_approval`. You receive the outcome by webhook or by reading the transaction.',
      ],
      code: [],
    },
    {
      id: 'deposits',
      title: 'Deposits and balances',
      paragraphs: [
        '`GET /v1/wallet/deposits` lists the coins and supported tokens, such as USDC, that your wallets received. `GET /v1/wallet/chains` lists the supported tokens. Transfers between your own wallets are not deposits. A `seen` deposit is in a block that can still be replaced. A `confirmed` deposit is final under the rule of its chain: credit it then, once per `id`. A `reverted` deposit was in a block that was replaced. The same transfer in another block is a new deposit.',
        'Webhook endpoints receive `wallet.deposit.confirmed`, and `wallet.deposit.reverted` if a reorg is ever deeper than the finality rule of the chain. On EVM chains we cannot detect coins that a contract sends inside a transaction, or tokens that the platform does not support. `GET /v1/wallet/hd/address-index/{addressIndex}/balances` reads the current balances.',
      ],
      code: [],
    },
    {
      id: 'sweep-rules',
      title: 'Sweep rules',
      paragraphs: [
        '`POST /v1/wallet/sweeps` creates a rule that moves money from your deposit wallets to one of your wallets. Name the `purpose` of the wallets, the chain and asset, `toAddress` and the `threshold`, the minimum that a sweep moves. Add a `schedule` (`at` and `timeZone`) to sweep once a day. Without one, each confirmed deposit is swept. `keep` leaves an amount in the wallet.',
        'Each sweep is a transaction of type `SWEEP`. `sweep` in it names the rule and the trigger. Your policies apply: allow the target as a recipient. Webhook endpoints receive `wallet.sweep.completed` and `wallet.sweep.failed`. A sweep to your own wallet is not a deposit, so credit your customer for the deposit only.',
        'A sweep that fails is retried after 10 minutes, 1 hour and 6 hours. Then the wallet is held and you receive `wallet.sweep.stopped`. Five such wallets stop the rule. Fix the cause, such as a policy or a low balance, and set `status` to `ACTIVE` to resume.',
      ],
      code: [],
    },
    {
      id: 'address-screening',
      title: 'Address screening',
      paragraphs: [
        '`POST /v1/wallet/blocked-addresses` blocks up to 1,000 addresses at once, with a reason. The list applies to all projects of your business, beside the list of the platform. `GET` lists your entries, `DELETE` removes one. An EVM address is blocked on every EVM chain.',
        'Transfers, batch lines, contract calls, token operations and sweeps that name a blocked address are refused with 422 `address_blocked`. A transaction that was accepted before and is not signed yet fails with the same reason, and its gas is released. `POST /v1/wallet/transaction/estimate` shows the refusal in `policy`.',
        'A deposit from a blocked address is credited, and `screened` says so. Webhook endpoints receive `wallet.deposit.screened` after `wallet.deposit.confirmed`. Sweep rules leave it until its flag is cleared in the portal, with `wallet.deposit.cleared`. Decide yourself whether you credit your user before that.',
      ],
      code: [],
    },
    {
      id: 'plans-and-payments',
      title: 'Plans and payments',
      paragraphs: [
        '`GET /v1/subscriptions/plans/product/{productId}` lists the plans on sale. `POST /v1/payments/quote` returns the current price, and `POST /v1/payments/subscribe` opens a payment for a plan (`SUBSCRIPTION`) or a top-up of the USD balance (`WALLET_TOPUP`). The response lists where you can pay: bank accounts, and an address for each accepted token, all for one payment. Send exactly `amountExpected` before `expiryAt`, 30 minutes later. A free plan starts immediately, and the list is empty.',
        'Add your own id as `clientReference`, and data of your own as `metadata`. The payment, its subscription and their webhooks carry both, and the lists filter by `clientReference`. The same body with the same `clientReference` returns the payment that exists, so a repeated call never opens a second one. Another body returns 409 with `reference_used`. The name is not `reference`, because that is the one of the account to pay to.',
        'The payment becomes `SUCCESS` once the full amount has arrived. Read the payment, or subscribe to `payment.settled`. A plan also sends `subscription.activated` or `subscription.renewed`. The unused part of the previous plan reduces the price of a new one. If it covers the full price, the call returns 422 with `downgrade_refused`. A free plan while a paid plan is active returns `paid_plan_runs`, and more than 100 open payments return `open_payments_limit`. Accounts that could not be opened are listed in `notOpened`, beside `data`. After 503 with `rate_unavailable` or `providers_unavailable`, retry shortly. After `accounts_opening`, retry with the same `Idempotency-Key`: the accounts of an interrupted call are being opened.',
        'No money is lost. A partial payment waits for the rest. Money that is too much, too late, paid twice, or for a plan that has changed is credited to the USD balance. You receive `payment.exception`, the `exceptions` of the payment name the cause (`OVERPAID`, `LATE`, `DUPLICATE`, `BASIS_CHANGED`), and the owners receive a mail. If the rest never arrives, the partial amount is credited when the payment fails (`PARTIAL`).',
        'With `autoRenew` the USD balance pays for the next period at `endDate`, at the price of that day. Owners receive reminders 7, 3 and 1 days before. If the balance is too low, the subscription is `PAST_DUE` for 7 days, with full access, and then `EXPIRED`. `POST /v1/subscriptions/{id}/cancel` ends it at `endDate`, and `auto-renew` undoes that. A call that needs a plan you do not have returns 402 with `subscription_missing`. A used-up quota returns 402 with `quota_exceeded`, and `data.resetsAt` is the time it resets.',
      ],
      code: [{ title: 'Price and open a top-up', code: payCode(baseUrl) }],
    },
    {
      id: 'webhooks',
      title: 'Webhooks',
      paragraphs: [
        'Add a `webhookUrl` to a transfer or a call. We post its outcome there, signed as Standard Webhooks: `wallet.transfer.completed`, `wallet.transfer.failed`, `wallet.sign.completed` and `wallet.sign.failed`, with the transaction as `data`. Return 2xx within 10 seconds. Any other response is retried for a day, except 410.',
        'Or add a webhook endpoint, in the portal or with `POST /v1/webhooks/endpoints`. It receives all events of the project, or the kinds you choose (such as `wallet.*`), without a URL in each request. It has its own signing secret, which is shown once. An endpoint that returns 410, or no 2xx for five days, is paused, and `pausedBecause` names the cause. Resume it and recover failed deliveries in the portal or with `POST /v1/webhooks/endpoints/{id}/recover`. If a request also has a `webhookUrl`, both receive the same body. `type` and `data.id` identify the event.',
        'Verify the signature over the raw body, with the secret of the endpoint, your `webhookSecret` or the project’s secret from the portal. Your `webhookSecret` is the key as it is, in UTF-8, even if it begins with `whsec_`. The other secrets are base64 after `whsec_`. A delivery with `webhook-key: project` uses the secret of the project because your `webhookSecret` is no longer available. Ignore a `webhook-id` you have already processed, and read the transaction by id before you act on it.',
      ],
      code: Object.entries(VERIFY_WEBHOOK).map(([language, code]) => ({
        title: `Verify in ${language}`,
        language,
        code,
      })),
    },
    {
      id: 'events',
      title: 'Events of contracts',
      paragraphs: [
        'Subscribe with `POST /v1/indexer/subscriptions`, giving a network, a contract, a `webhookUrl` and `events`. Events are keys of the catalog (`GET /v1/indexer/events`) or declarations such as `event Staked(address indexed user, uint256 amount)`. From the next block on, each event is sent once its block is final under the rule of its chain, so that a reorg cannot undo it.',
        'On Solana the contract is a mint or a token account, which does not have to exist yet. The events are `transfer`, `mint` and `burn` of both token programs. `from` and `to` are owners, and `decoded` also has the token accounts. For tokens with a transfer fee, `amount` is the amount received. A block number is a slot, and an `id` is `<signature>:<n>`.',
        'Events are delivered at least once, in the order of the chain unless a delivery is retried. Ignore an event whose `id`, `blockHash` and `status` you have already processed. Each delivery is signed in `X-Indexer-Signature` with the `signingSecret`, which is shown only when you create the subscription. `GET /v1/indexer/logs` lists every attempt.',
        'To receive events before finality, set `confirmations` (1 is the block itself) when you subscribe, or later with `PATCH`. The block of a delivered event can then be replaced. Each of its events is sent again with the same `id` and `status: "reverted"`, so undo it. If the transaction is included in another block, a new delivery follows, with the same `id` if the log has the same position in its block. Store each event under `id` and `blockHash`, and use the latest `status`. An event that you had not received before its block was replaced is not sent, and a change of `confirmations` neither skips nor repeats events.',
        'Each log of a contract is delivered once: a mint is sent as `mint` if you subscribe to it, otherwise as `transfer`. Events that happen while a subscription is paused are counted in `droppedCount` and not sent. A log that does not match your declaration, for example because the contract indexes other inputs, is counted in `undecodableCount` and not sent. A subscription is paused when its URL returns 410, or no 2xx for five days.',
        'To receive dropped events, or events from before you subscribed, use `POST /v1/indexer/subscriptions/{id}/replay`. It resends final blocks by number or by time, each event with its original `id`. To resend a delivery that failed after a day of retries, use `POST /v1/indexer/logs/{logId}/resend`. To resend all failed deliveries since a time, use `POST /v1/indexer/subscriptions/{id}/recover` or Recover failed in the portal. The logs of both have `isReplay` and name the first log of the event in `replayOf`.',
      ],
      code: Object.entries(VERIFY_EVENT).map(([language, code]) => ({
        title: `Verify an event in ${language}`,
        language,
        code,
      })),
    },
    {
      id: 'tokenized-assets',
      title: 'Tokenized assets',
      paragraphs: [
        '`POST /v1/tokens` issues a token and returns immediately, PENDING, with its future `contractAddress`. The token is ACTIVE once the deployment is final. Its `tokenAdmin`, one of your wallets, mints, burns, freezes and pays. All other holders have to be registered first with `POST /v1/tokens/{id}/wallets`, giving an address and your `investorId`. Limits apply per investor. The chain stores only a hash of that id.',
        'Every action on a token is an operation and returns 202 with an `operationRef`. Read `GET /v1/tokens/{id}/operations/{operationRef}` until it is no longer PENDING, or subscribe to its events: `token.deployed`, `token.minted`, `token.burned`, `token.transferred`, `token.paused`, `token.unpaused`, `token.called`, `token.failed`. COMPLETED means final, and that the holders and the supply you read include it. A batch of up to 1,000 wallets or mints has an outcome for each line in `items`.',
        'An operation that the contract would reject returns 422 immediately. `data` is the FAILED operation, and nothing is sent. The codes are `not_registered`, `frozen`, `paused`, `locked_up`, `investor_limit`, `holder_limit`, `supply_limit`, `insufficient_balance`. Amounts are decimal strings in whole tokens. With `forced` the tokenAdmin moves tokens of any holder.',
        'A YIELD_BEARING token has coupons (`GET /v1/tokens/{id}/yield`). The first covers the time from the issue date to `firstCouponDate`, and the next ones every `couponInterval` months. Holders at the end of the `recordDate` (UTC) are paid, rounded down once per holder. Pay each coupon with `POST /v1/tokens/{id}/yield/{couponId}/pay` from its `payDate` on. The tokenAdmin has to hold the total in the payment token. Otherwise the call returns 422 with `insufficient_funds`. A coupon that is not funded within `gracePeriod` days is DEFAULTED until you pay it. A frozen holder does not delay the others: the money waits in the contract. `token.coupon.recorded`, `token.coupon.funded`, `token.coupon.paid` and `token.coupon.defaulted` report each step.',
        'From maturity on, or from the `callDate` on of one that is `callable`, `POST /v1/tokens/{id}/call` pays back the face value with accrued interest and burns the tokens. All coupons due before have to be paid. If a payment is interrupted, call it again: it continues where it stopped, and no holder is paid twice.',
      ],
      code: [{ title: 'A bond in TypeScript', code: bondCode(baseUrl) }],
    },
    {
      id: 'testing-locally',
      title: 'Testing locally',
      paragraphs: [
        '`npm ci && npm start` runs the whole platform on your machine: chains, Postgres, jobs and portal. It prints a table with a demo key. Get test funds from the faucet with `npm run fund -- <address> 100 cNGN` or the Fund button of a wallet. Webhooks can use loopback addresses. Pay payments at the sandbox bank, whose page sends any amount, in time or late. Advance the clocks of the EVM chains with `npm run travel -- 86400`, for example until a coupon is due.',
        'On a shared installation, use test networks: send the `chainId` of a testnet, or `network: TESTNET` for Solana. An owner can also limit the project to testnets. Mainnet calls are then refused with `testnets_only`.',
      ],
      code: [],
    },
    changelog,
  ]
}
