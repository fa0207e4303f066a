import { firstCallCode } from '@/components/projects/first-call-code'
import { ACCEPTED } from './accepted'
import { changelog } from './changelog'
import { contractsGuide } from './contracts-guide'
import { eventsGuide } from './events-guide'
import { pagesCode, refusalCode, retryCode } from './everyday-code'
import { gasGuide } from './gas-guide'
import type { Guide } from './guide'
import { plansGuide } from './plans-guide'
import { quickstart } from './quickstart'
import { sweepsGuide } from './sweeps-guide'
import { tokensGuide } from './tokens-guide'
import { toolsGuide } from './tools-guide'
import { webhooksGuide } from './webhooks-guide'

/** The guides, in the order in which a reader needs them before the reference. */
export function listGuides(baseUrl: string): Guide[] {
  return [
    quickstart(baseUrl),
    {
      id: 'first-call',
      title: 'First call',
      summary: 'Exchange your API key for an access token, and create a wallet with it.',
      paragraphs: [
        'Exchange the API key of your project for an access token, and send that with every call. An access token is valid for ten minutes. Request a new one when it expires (401, `token_expired`), not for every call. Live keys start with `sk_live_`. Access tokens of test keys are refused with `test_key`.',
        'Every response except that of the token endpoint has the fields `status`, `message` and `data`. Quote the `X-Request-Id` header when you contact support.',
      ],
      sequence: {
        caption: 'One access token serves all calls of ten minutes.',
        participants: ['Your server', 'Slipway'],
        messages: [
          ['Your server', 'Slipway', '`POST /v1/oauth/token` with the API key'],
          ['Slipway', 'Your server', 'An access token, valid for ten minutes'],
          ['Your server', 'Slipway', '`POST /v1/wallet/hd/generate` with the access token'],
          ['Slipway', 'Your server', '201 with the wallet and its address'],
        ],
      },
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
      summary: 'Send a call again without executing it twice.',
      paragraphs: [
        'Calls that change something require an `Idempotency-Key`, a unique string such as a UUID. Store it before the call. If you receive no response, send the same call with the same key. It is executed once, and you receive the first response again, byte for byte, with `Idempotent-Replayed: true`.',
        'The same key with another body is refused with `idempotency_reused`. A refused call stores nothing, so you can use its key again. Responses are kept for 30 days. A key never executes twice, even after that.',
      ],
      sequence: {
        caption: 'The first response is lost. The second call returns it, and executes nothing.',
        participants: ['Your server', 'Slipway', 'Chain'],
        messages: [
          ['Your server', 'Slipway', 'A transfer with `Idempotency-Key: 7c1d`'],
          ['Slipway', 'Chain', 'The transaction, once'],
          ['Slipway', 'Your server', '202, which does not arrive'],
          ['Your server', 'Slipway', 'The same transfer with `Idempotency-Key: 7c1d`'],
          ['Slipway', 'Your server', 'The same 202, with `Idempotent-Replayed: true`'],
        ],
      },
      code: retryCode(baseUrl),
    },
    {
      id: 'errors-and-codes',
      title: 'Errors and codes',
      summary: 'What an error contains, and which calls to retry.',
      paragraphs: [
        'An error is `{ status: false, message, code }`. `code` names the cause and never changes, so your code should depend on it. `message` is for people. `param` is the field, parameter or header that caused the error. `errors` lists all invalid fields. All codes are listed under Error codes.',
        'Retry the same call after 429 (wait for `retryAfter`) and 503. Do not retry 400, 401, 403, 404 and 422 without changing the request. A 422 with `data` is the FAILED record of the transaction.',
        '`null` for an optional field is the same as leaving it out. Unknown fields are refused.',
      ],
      parts: [
        {
          title: 'Rate limits',
          paragraphs: [
            'A project has a number of reads and a number of writes per minute, which its plan sets. `RateLimit-Policy` has them in each response, and `RateLimit` has the rest. The token endpoint accepts 30 calls per minute from one address. A call that is refused with 429 was not executed, and its `Idempotency-Key` can be used again.',
          ],
        },
        {
          title: 'Handle an error by its code',
          paragraphs: ['The TypeScript SDK retries 429 and 503 itself, and has a class for each status.'],
          code: refusalCode(baseUrl),
        },
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
      summary: 'Read long lists page by page, without gaps or repetitions.',
      paragraphs: [
        'Transactions and deposits are listed newest first, with `limit` (default 20, maximum 100). Continue with `cursor`, which is `pagination.nextCursor` of the page before, until it is null: new items shift no page. With `offset` and `pagination.nextOffset` of the transactions they do.',
        'Lists of wallets, payments, subscriptions and tokens accept `page` (from 1) and `pageSize` (default 20, maximum 100). They return `items`, `total`, `page` and `pageSize`. Lists of sweep rules, blocked addresses, webhook endpoints and event subscriptions, with their replays and logs, accept `page` and `limit` (default 20, maximum 200). They return `data` and `meta`, which has `total` and `totalPages`. A page after the last one is empty.',
      ],
      code: pagesCode(baseUrl),
    },
    {
      id: 'finality-and-stages',
      title: 'Finality and stages',
      summary: 'When a transfer is final, and how to follow it until then.',
      paragraphs: [
        'A transfer returns 202 immediately. `status` is PENDING until it becomes COMPLETED or FAILED, and never changes after that. COMPLETED means final under the finality rule of the chain. A block that a reorg can still remove does not count.',
        '`stage` shows the progress: `awaiting_approval`, `queued`, `signed`, `broadcast`, `mined`, `final`. `confirmations` counts blocks. Read the transaction every 2 to 3 seconds, give a `webhookUrl`, or hold the request open with `waitForCompletion` for at most 60 seconds.',
      ],
      sequence: {
        caption: 'A transfer from its acceptance to its outcome.',
        participants: ['Your server', 'Slipway', 'Chain'],
        messages: [
          ['Your server', 'Slipway', '`POST /v1/wallet/transaction`'],
          ['Slipway', 'Your server', '202, PENDING, stage `queued`'],
          ['Slipway', 'Chain', 'The signed transaction: `signed`, then `broadcast`'],
          ['Chain', 'Slipway', 'A block with the transaction: `mined`'],
          ['Chain', 'Slipway', 'The block is final: `final`'],
          ['Slipway', 'Your server', 'Webhook `wallet.transfer.completed`'],
        ],
      },
      parts: [ACCEPTED],
      code: [],
    },
    gasGuide,
    {
      id: 'policies',
      title: 'Policies',
      summary: 'Limits, recipients and approvals that owners set, and what a refusal means.',
      paragraphs: [
        'Owners set limits in the portal, for the project and for the business: USD per transaction and in 24 hours, recipients, and contract methods. Both policies apply. A transaction that breaks a rule is refused with 422 and `policy_limit`, `policy_recipient`, `policy_method`, `policy_unreadable` or `policy_unpriced`. Nothing is stored, so you can use the same `Idempotency-Key` again.',
        'Above an amount that owners choose, a second person has to approve. The response is 202 with stage `awaiting_approval`. You receive the outcome by webhook or by reading the transaction.',
      ],
      sequence: {
        caption: 'A transfer above the amount for which owners require an approval.',
        participants: ['Your server', 'Slipway', 'Approver'],
        messages: [
          ['Your server', 'Slipway', '`POST /v1/wallet/transaction`'],
          ['Slipway', 'Your server', '202, stage `awaiting_approval`'],
          ['Slipway', 'Approver', 'An email with a link to the transfer'],
          ['Approver', 'Slipway', 'Approve, within 72 hours'],
          ['Slipway', 'Slipway', 'Signs and sends the transaction'],
          ['Slipway', 'Your server', 'Webhook `wallet.transfer.completed`'],
        ],
      },
      code: [],
    },
    {
      id: 'deposits',
      title: 'Deposits and balances',
      summary: 'Detect what your wallets receive, and credit it once it is final.',
      paragraphs: [
        '`GET /v1/wallet/deposits` lists the coins and supported tokens, such as USDC, that your wallets received. `GET /v1/wallet/chains` lists the supported tokens. Transfers between your own wallets are not deposits. A `seen` deposit is in a block that can still be replaced. A `confirmed` deposit is final under the rule of its chain: credit it then, once per `id`. A `reverted` deposit was in a block that was replaced. The same transfer in another block is a new deposit.',
        'Webhook endpoints receive `wallet.deposit.confirmed`, and `wallet.deposit.reverted` if a reorg is ever deeper than the finality rule of the chain. On EVM chains we cannot detect coins that a contract sends inside a transaction, or tokens that the platform does not support. `GET /v1/wallet/hd/address-index/{addressIndex}/balances` reads the current balances.',
      ],
      sequence: {
        caption: 'A deposit is yours to credit when it is confirmed.',
        participants: ['Your customer', 'Chain', 'Slipway', 'Your server'],
        messages: [
          ['Your customer', 'Chain', '50 USDC to a wallet of yours'],
          ['Chain', 'Slipway', 'A block with the transfer'],
          ['Slipway', 'Slipway', 'Lists it as `seen`'],
          ['Chain', 'Slipway', 'The block is final'],
          ['Slipway', 'Your server', 'Webhook `wallet.deposit.confirmed`'],
          ['Your server', 'Your server', 'Credits the customer, once per `id`'],
        ],
      },
      code: [],
    },
    contractsGuide(baseUrl),
    sweepsGuide,
    {
      id: 'address-screening',
      title: 'Address screening',
      summary: 'Block addresses, and flag the deposits that come from them.',
      paragraphs: [
        '`POST /v1/wallet/blocked-addresses` blocks up to 1,000 addresses at once, with a reason. The list applies to all projects of your business, beside the list of the platform. `GET` lists your entries, `DELETE` removes one. An EVM address is blocked on every EVM chain.',
        'Transfers, batch lines, contract calls, token operations and sweeps that name a blocked address are refused with 422 `address_blocked`. A transaction that was accepted before and is not signed yet fails with the same reason, and its gas is released. `POST /v1/wallet/transaction/estimate` shows the refusal in `policy`.',
        'A deposit from a blocked address is credited, and `screened` says so. Webhook endpoints receive `wallet.deposit.screened` after `wallet.deposit.confirmed`. Sweep rules leave it until its flag is cleared in the portal, with `wallet.deposit.cleared`. Decide yourself whether you credit your user before that.',
      ],
      code: [],
    },
    plansGuide(baseUrl),
    webhooksGuide,
    eventsGuide,
    tokensGuide(baseUrl),
    {
      id: 'testing-locally',
      title: 'Testing locally',
      summary: 'Run the whole platform on your machine, with test funds, clocks you can advance and a bank.',
      paragraphs: [
        '`npm ci && npm start` runs the whole platform on your machine: chains, Postgres, jobs and portal. It prints a table with a demo key. Get test funds from the faucet with `npm run fund -- <address> 100 cNGN` or the Fund button of a wallet. Tokens have other addresses than on public networks: take those of the table, or of `GET /v1/wallet/chains`, in place of those in the examples. The local chains have no block explorer, so `explorerTxUrl` does not open: use the page of the transaction in the portal. Webhooks can use loopback addresses. Pay payments at the sandbox bank, whose page sends any amount, in time or late. Advance the clocks of the EVM chains with `npm run travel -- 86400`, for example until a coupon is due.',
        'On a shared installation, use test networks: send the `chainId` of a testnet, or `network: TESTNET` for Solana. An owner can also limit the project to testnets. Mainnet calls are then refused with `testnets_only`.',
      ],
      code: [],
    },
    toolsGuide(baseUrl),
    changelog,
  ]
}
