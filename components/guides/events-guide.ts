import type { Guide } from './guide'
import { VERIFY_EVENT } from './verify-event'

export const eventsGuide: Guide = {
  id: 'events',
  title: 'Events of contracts',
  summary: 'Subscribe to the events of any contract or Solana mint, and receive each once its block is final.',
  paragraphs: [
    'Subscribe with `POST /v1/indexer/subscriptions`, giving a network, a contract, a `webhookUrl` and `events`. Events are keys of the catalog (`GET /v1/indexer/events`) or declarations such as `event Staked(address indexed user, uint256 amount)`.',
    'From the next block on, each event is sent once its block is final under the rule of its chain, so that a reorg cannot undo it.',
  ],
  parts: [
    {
      title: 'Solana',
      paragraphs: [
        'The contract is a mint or a token account, which does not have to exist yet. The events are `transfer`, `mint` and `burn` of both token programs. `from` and `to` are owners, and `decoded` also has the token accounts.',
        'For tokens with a transfer fee, `amount` is the amount received. A block number is a slot, and an `id` is `<signature>:<n>`.',
      ],
    },
    {
      title: 'Deliveries',
      paragraphs: [
        'Events are delivered at least once, in the order of the chain unless a delivery is retried. Ignore an event whose `id`, `blockHash` and `status` you have already processed. `GET /v1/indexer/logs` lists every attempt.',
        'Each log of a contract is delivered once: a mint is sent as `mint` if you subscribe to it, otherwise as `transfer`.',
      ],
    },
    {
      title: 'Events before finality',
      sequence: {
        caption: 'With `confirmations: 1`, a block is replaced after its event was delivered.',
        participants: ['Chain', 'Slipway', 'Your server'],
        messages: [
          ['Chain', 'Slipway', 'Block A with the transaction'],
          ['Slipway', 'Your server', 'The event, `blockHash` of A'],
          ['Chain', 'Slipway', 'Block B in place of A, with the same transaction'],
          ['Slipway', 'Your server', 'The event of A, `status: "reverted"`'],
          ['Slipway', 'Your server', 'The event, `blockHash` of B'],
        ],
      },
      paragraphs: [
        'Set `confirmations` (1 is the block itself) when you subscribe, or later with `PATCH`. The block of a delivered event can then be replaced. Each of its events is sent again with the same `id` and `status: "reverted"`, so undo it.',
        'If the transaction is included in another block, a new delivery follows, with the same `id` if the log has the same position in its block. Store each event under `id` and `blockHash`, and use the latest `status`.',
        'An event that you had not received before its block was replaced is not sent. A change of `confirmations` neither skips nor repeats events.',
      ],
    },
    {
      title: 'Events that are not sent',
      paragraphs: [
        'Events that happen while a subscription is paused are counted in `droppedCount` and not sent. A subscription is paused when its URL returns 410, or no 2xx for five days.',
        'A log that does not match your declaration, for example because the contract indexes other inputs, is counted in `undecodableCount` and not sent.',
      ],
    },
    {
      title: 'Replay and recovery',
      paragraphs: [
        'To receive dropped events, or events from before you subscribed, use `POST /v1/indexer/subscriptions/{id}/replay`. It resends final blocks by number or by time, each event with its original `id`.',
        'To resend a delivery that failed after a day of retries, use `POST /v1/indexer/logs/{logId}/resend`. To resend all failed deliveries since a time, use `POST /v1/indexer/subscriptions/{id}/recover` or Recover failed in the portal.',
        'The logs of both have `isReplay` and name the first log of the event in `replayOf`.',
      ],
    },
    {
      title: 'Verify an event',
      paragraphs: [
        'Each delivery is signed in `X-Indexer-Signature` with the `signingSecret`, which is shown only when you create the subscription.',
      ],
      code: Object.entries(VERIFY_EVENT).map(([language, code]) => ({
        title: `Verify an event in ${language}`,
        language,
        code,
      })),
    },
  ],
  code: [],
}
