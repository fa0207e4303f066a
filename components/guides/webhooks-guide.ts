import type { Guide } from './guide'
import { RECEIVE_WEBHOOK } from './receive-webhook'
import { VERIFY_WEBHOOK } from './verify-webhook'

export const webhooksGuide: Guide = {
  id: 'webhooks',
  title: 'Webhooks',
  summary: 'Receive the outcome of transfers and all other events at your URL, and verify that we sent them.',
  paragraphs: [
    'Webhooks are signed as Standard Webhooks. Each one has a `type`, such as `wallet.transfer.completed`, and the object as `data`. Return 2xx within 10 seconds, and process it afterwards.',
  ],
  parts: [
    {
      title: 'A URL for one request',
      paragraphs: [
        'Add a `webhookUrl` to a transfer or a call. We post its outcome there: `wallet.transfer.completed`, `wallet.transfer.failed`, `wallet.sign.completed` or `wallet.sign.failed`, with the transaction as `data`.',
      ],
    },
    {
      title: 'An endpoint for all events',
      paragraphs: [
        'Add a webhook endpoint, in the portal or with `POST /v1/webhooks/endpoints`. It receives all events of the project, or the kinds you choose (such as `wallet.*`), without a URL in each request. It has its own signing secret, which is shown once.',
        'If a request also has a `webhookUrl`, both receive the same body. `type` and `data.id` identify the event.',
      ],
    },
    {
      title: 'Retries and recovery',
      sequence: {
        caption: 'Your server is down for a moment.',
        participants: ['Slipway', 'Your server'],
        messages: [
          ['Slipway', 'Your server', 'An event with its `webhook-id`'],
          ['Your server', 'Slipway', '500, or no response within 10 seconds'],
          ['Slipway', 'Slipway', 'Waits, longer after each failure'],
          ['Slipway', 'Your server', 'The same event with the same `webhook-id`'],
          ['Your server', 'Slipway', '200'],
        ],
      },
      paragraphs: [
        'Any response other than 2xx is retried for a day, except 410. An endpoint that returns 410, or no 2xx for five days, is paused, and `pausedBecause` names the cause.',
        'Resume it and recover failed deliveries in the portal or with `POST /v1/webhooks/endpoints/{id}/recover`.',
      ],
    },
    {
      title: 'Duplicates',
      paragraphs: [
        'A webhook may arrive twice. Ignore a `webhook-id` you have already processed, and read the transaction by id before you act on it.',
      ],
    },
    {
      title: 'Which secret signs',
      paragraphs: [
        'A webhook endpoint signs with its own secret. A `webhookUrl` is signed with your `webhookSecret`, or with the project’s secret from the portal.',
        '`slipway listen` signs what it forwards with a secret of your machine, which it prints when it starts and with `--print-secret`.',
        'Your `webhookSecret` is the key as it is, in UTF-8, even if it begins with `whsec_`. The other secrets are base64 after `whsec_`. A delivery with `webhook-key: project` uses the secret of the project because your `webhookSecret` is no longer available.',
      ],
    },
    {
      title: 'Verify the signature',
      paragraphs: [
        'Verify the signature (HMAC-SHA256) over the raw body, before you parse it. With the TypeScript SDK, `verifyWebhook` does all of this, as in the program below.',
      ],
      code: Object.entries(VERIFY_WEBHOOK).map(([language, code]) => ({
        title: `Verify in ${language}`,
        language,
        code,
      })),
    },
    {
      title: 'A server that receives webhooks',
      paragraphs: [
        'This program returns 200 to a webhook with a valid signature, and 400 to any other request. Start it with the secret that signs in `WEBHOOK_SECRET`.',
      ],
      code: [{ title: 'A server in TypeScript', language: 'TypeScript', code: RECEIVE_WEBHOOK }],
    },
  ],
  code: [],
}
