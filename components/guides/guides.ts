import { firstCallCode } from '@/components/projects/first-call-code'
import { bondCode } from './bond-code'
import { payCode } from './pay-code'
import { VERIFY_EVENT } from './verify-event'
import { VERIFY_WEBHOOK } from './verify-webhook'

/** Texts may hold `code`. */
export type Guide = { id: string; title: string; paragraphs: string[]; code: { title: string; code: string }[] }

/** What a reader wants to know before the reference, in the order they need it. */
export function listGuides(baseUrl: string): Guide[] {
  return [
    {
      id: 'first-call',
      title: 'First call',
      paragraphs: [
        'Exchange the API key of your project for an access token, and send that with every call. A token lives ten minutes: obtain a new one when it ends (401, `token_expired`), not for every call. Live keys begin with `sk_live_`; tokens of test keys are refused with `test_key`.',
        'Every answer but that of the token endpoint is an envelope: `status`, `message` and `data`. Quote its `X-Request-Id` when you ask us.',
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
        'Calls that move something want an `Idempotency-Key`, a string of yours that names the one thing you want done; a UUID is best. Store it before the call. When no answer comes, send the same call with the same key: it is done once, and you get the first answer again, byte for byte, with `Idempotent-Replayed: true`.',
        'The same key with another body is refused with `idempotency_reused`. A refused call stores nothing, so its key stays free. Answers are kept for 30 days, what a key did for good.',
      ],
      code: [],
    },
    {
      id: 'errors-and-codes',
      title: 'Errors and codes',
      paragraphs: [
        'A refusal is `{ status: false, message, code }`. `code` names the cause and never changes: decide by it. `message` is for people. `param` is the field, parameter or header that is the cause; `errors` lists all fields that are wrong. All codes stand at the end of this page.',
        'Send the same call again after 429 (wait for `retryAfter`) and 503. Nothing else changes by itself: 400, 401, 403, 404 and 422 want another request. A 422 with `data` is the FAILED record of the transaction.',
        '`null` for an optional field is as if it were absent; a field we do not know is refused.',
      ],
      code: [
        {
          title: 'A refusal',
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
        'Transactions are newest first, by `limit` (20, at most 100) and `offset`: go on with `pagination.nextOffset` until it is null. New ones shift the list while you read; ids tell what you have seen.',
        'Other lists take `page` (from 1) and `pageSize` (20, at most 100) and answer `items`, `total`, `page` and `pageSize`. A page past the end is empty.',
      ],
      code: [],
    },
    {
      id: 'finality-and-stages',
      title: 'Finality and stages',
      paragraphs: [
        'A transfer is answered 202 at once. `status` is PENDING until it is COMPLETED or FAILED, and then never changes. COMPLETED means final by the policy of its chain: a block that a rebuilt chain may still drop does not count.',
        '`stage` says how far it has come: `awaiting_approval`, `queued`, `signed`, `broadcast`, `mined`, `final`. `confirmations` counts blocks. Read the transaction every 2 to 3 seconds, give a `webhookUrl`, or hold the request open with `waitForCompletion` for at most 60 seconds.',
      ],
      code: [],
    },
    {
      id: 'policies',
      title: 'Policies',
      paragraphs: [
        'Owners set limits in the portal, for the project and for the business: USD per transaction and in 24 hours, recipients, contract methods. Both hold. What breaks a rule is refused with 422 and `policy_limit`, `policy_recipient`, `policy_method`, `policy_unreadable` or `policy_unpriced`; nothing is stored, so the same `Idempotency-Key` works again.',
        'Above an amount of their choice a second person has to approve: the answer is 202 with stage `awaiting_approval`, and the outcome comes by webhook or when you read it.',
      ],
      code: [],
    },
    {
      id: 'deposits',
      title: 'Deposits and balances',
      paragraphs: [
        '`GET /v1/wallet/deposits` lists what arrived in your wallets: coins, and tokens of `GET /v1/wallet/chains`, from outside: what you move between your own wallets is no deposit. `seen` is in a block that may still be replaced, `confirmed` is final by the rule of its chain: credit it then, once per `id`. `reverted`: its block is gone; the same transfer in another block is another deposit.',
        'A webhook endpoint hears `wallet.deposit.confirmed`, and `wallet.deposit.reverted` should a chain ever be rebuilt deeper than its rule. On EVM chains coins that a contract sends inside a transaction are no deposit we can see; nor are tokens the platform does not know. `GET /v1/wallet/hd/address-index/{addressIndex}/balances` reads all that is there now.',
      ],
      code: [],
    },
    {
      id: 'plans-and-payments',
      title: 'Plans and payments',
      paragraphs: [
        '`GET /v1/subscriptions/plans/product/{productId}` lists what can be taken, `POST /v1/payments/quote` prices it as of now, and `POST /v1/payments/subscribe` opens a payment: for a plan (`SUBSCRIPTION`) or for dollars of balance (`WALLET_TOPUP`). Its answer is where to send the money: bank accounts, and an address for each token that is taken, all for one payment. Send exactly `amountExpected` before `expiryAt`, 30 minutes later. A free plan begins at once, and the list is empty.',
        'The payment is `SUCCESS` once its money is whole: read it, or hear `payment.settled`; a plan then tells `subscription.activated` or `subscription.renewed`. What is left of the plan before is taken off the price of a new one. Where it covers all of that the answer is 422, `downgrade_refused`; a free plan while a paid one runs is `paid_plan_runs`; more than 100 open payments are `open_payments_limit`. Accounts that could not be opened are in `notOpened`, beside `data`. 503 is `rate_unavailable` or `providers_unavailable`: send it again shortly; `accounts_opening`: with the same `Idempotency-Key`, the accounts of a call that was cut off are being opened.',
        'No money is lost. A part waits for the rest. What is more than asked, comes too late or twice, or for a plan that changed since, goes to the USD balance: `payment.exception` tells of it, `exceptions` of the payment says which (`OVERPAID`, `LATE`, `DUPLICATE`, `BASIS_CHANGED`), and the owners get a mail. A part that stays alone is credited when the payment fails (`PARTIAL`).',
        'With `autoRenew` the USD balance pays the next period at `endDate`, at the price of then. Owners are reminded 7, 3 and 1 days before. Where the balance is short the subscription is `PAST_DUE` for 7 days, with all it grants, then `EXPIRED`. `POST /v1/subscriptions/{id}/cancel` lets it end at `endDate`; `auto-renew` undoes that. Where no plan sells an operation it answers 402, `subscription_missing`; where a quota of the plan is used up 402, `quota_exceeded`, and `data.resetsAt` says when it returns.',
      ],
      code: [{ title: 'Price and open a top-up', code: payCode(baseUrl) }],
    },
    {
      id: 'webhooks',
      title: 'Webhooks',
      paragraphs: [
        'Give a transfer or a call a `webhookUrl`. Its outcome is posted there, signed as Standard Webhooks: `wallet.transfer.completed`, `wallet.transfer.failed`, `wallet.sign.completed` and `wallet.sign.failed`, with the transaction as `data`. Answer 2xx within 10 seconds; anything else is tried again for a day, a 410 is not.',
        'Or add a webhook endpoint, in the portal or with `POST /v1/webhooks/endpoints`: it is told of all outcomes of the project, by kind or `wallet.*`, without a URL in each request, signed with a secret of its own that is shown once. One that answers 410, or nothing with a 2xx for five days, is paused and says why in `pausedBecause`: resume it, and recover what failed, in the portal or with `POST /v1/webhooks/endpoints/{id}/recover`. A request that has a `webhookUrl` too is told in both places, with the same body: `type` and `data.id` name the event.',
        'Check the signature over the raw body, with the secret of the endpoint, your `webhookSecret` or the project’s secret from the portal (a delivery says `webhook-key: project` where yours was lost with the process that held it). Ignore a `webhook-id` you know, and read the transaction by id before you act on it.',
      ],
      code: Object.entries(VERIFY_WEBHOOK).map(([language, code]) => ({ title: `Verify in ${language}`, code })),
    },
    {
      id: 'events',
      title: 'Events of contracts',
      paragraphs: [
        'Subscribe with `POST /v1/indexer/subscriptions`: a network, a contract, a `webhookUrl` and `events`, which are keys of the catalog (`GET /v1/indexer/events`) or declarations like `event Staked(address indexed user, uint256 amount)`. From the next block on, each event is sent once its block is final by the rule of its chain, so that a rebuilt chain takes nothing back.',
        'On Solana the contract is a mint or a token account, which need not be there yet, and the events are `transfer`, `mint` and `burn` of both token programs. `from` and `to` are owners, `decoded` has the token accounts too; of a token that takes a fee, `amount` is what arrived. A block number is a slot, an `id` is `<signature>:<n>`.',
        'Deliveries come at least once and in the order of the chain, unless one has to be tried again: ignore an `id` you know with the same `blockHash` and `status`. Each is signed in `X-Indexer-Signature` under the `signingSecret`, which is shown when the subscription is made and never again. Every attempt is in `GET /v1/indexer/logs`.',
        'Sooner than final: `confirmations` (1: with its block) when you subscribe, or later by `PATCH`. Then a block that was told of may be replaced. Each of its events comes again with the same `id` and `status: "reverted"`: undo it. Where the transaction stands in another block, a new delivery follows, under the same `id` if the log has the same place in its block. So store each event under `id` and `blockHash`, and let the newest `status` count. An event that had not reached you before its block was replaced is not sent at all, and a change of `confirmations` loses and repeats none.',
        'A log is one delivery: a mint comes as `mint` where you ask for that, else as `transfer`. What happens while a subscription is paused is counted in `droppedCount` and not sent. A log that does not fit what you declared, for example because the contract indexes other inputs, is not sent and counted in `undecodableCount`. A receiver that answers 410 pauses it, and so does one that answered nothing with a 2xx for five days.',
        'What was dropped, or happened before you subscribed, comes by `POST /v1/indexer/subscriptions/{id}/replay`: final blocks by number or by time, each event under the `id` it had. What failed after a day of retries goes out again by `POST /v1/indexer/logs/{logId}/resend`, or all of it since a moment by `POST /v1/indexer/subscriptions/{id}/recover` or Recover failed in the portal. The logs of both say `isReplay` and name the first log of the event in `replayOf`.',
      ],
      code: Object.entries(VERIFY_EVENT).map(([language, code]) => ({ title: `Verify an event in ${language}`, code })),
    },
    {
      id: 'tokenized-assets',
      title: 'Tokenized assets',
      paragraphs: [
        '`POST /v1/tokens` issues a token and answers at once, PENDING, with the `contractAddress` it will have. It is ACTIVE once its contract is there for good. Its `tokenAdmin`, a wallet of yours, runs it: it mints, burns, freezes and pays. Everybody else has to be registered before they can hold any: `POST /v1/tokens/{id}/wallets`, an address and your `investorId`, under which limits are counted. On chain that id is a hash.',
        'Whatever you do to a token is an operation: 202 with an `operationRef`. Read `GET /v1/tokens/{id}/operations/{operationRef}` until it is not PENDING, or hear of it: `token.deployed`, `token.minted`, `token.burned`, `token.transferred`, `token.paused`, `token.unpaused`, `token.called`, `token.failed`. COMPLETED means final, and that holders and supply, as you read them, have it. A batch of up to 1,000 wallets or mints has an outcome for each line in `items`.',
        'What the contract would refuse is refused at once with 422, `data` is the FAILED operation, and nothing is sent: `not_registered`, `frozen`, `paused`, `locked_up`, `investor_limit`, `holder_limit`, `supply_limit`, `insufficient_balance`. Amounts are decimal strings in whole tokens. With `forced` the tokenAdmin moves what any holder has.',
        'A YIELD_BEARING token has coupons, `GET /v1/tokens/{id}/yield`: from the day of issue to `firstCouponDate`, then every `couponInterval` months. Who holds at the end of the `recordDate` (UTC) is paid, rounded down once for all they hold. Pay each with `POST /v1/tokens/{id}/yield/{couponId}/pay` from its `payDate` on; the tokenAdmin has to hold what it costs in the payment token, else 422, `insufficient_funds`. Not funded within `gracePeriod` days it is DEFAULTED until you pay. A holder who is frozen holds up nobody: the money waits in the contract. `token.coupon.recorded`, `token.coupon.funded`, `token.coupon.paid` and `token.coupon.defaulted` tell of each step.',
        'From maturity on, or from the `callDate` on of one that is `callable`, `POST /v1/tokens/{id}/call` pays the face value back, with what has accrued, and burns the tokens; all coupons due before have to be paid. Should a payment be cut off, ask again: it goes on where it was, and nobody is paid twice.',
      ],
      code: [{ title: 'A bond in TypeScript', code: bondCode(baseUrl) }],
    },
    {
      id: 'testing-locally',
      title: 'Testing locally',
      paragraphs: [
        '`npm ci && npm start` runs all of it on your machine: chains, Postgres, jobs and portal, with a demo key in the table it prints. Play money comes by `npm run fund -- <address> 100 cNGN` or by the Fund button of a wallet. Webhooks may go to loopback addresses there. Payments are paid at its own bank, whose page sends any amount, in time or late. The clocks of its EVM chains are moved on by `npm run travel -- 86400`, so that coupons come due.',
        'Against a shared installation use test chains: send `chainId` of a testnet, for Solana `network: TESTNET`, or have an owner limit the project to testnets; mainnets are then refused with `testnets_only`.',
      ],
      code: [],
    },
  ]
}
