import type { Guide } from './guide'

/** From a key to a webhook on the reader's own machine, by the command line. */
export function quickstart(baseUrl: string): Guide {
  return {
    id: 'quickstart',
    title: 'Quickstart',
    paragraphs: [
      'Five commands take you from an API key to your first transfer and its webhook. You need the live key of a project, which owners see under Keys, and Node 20.19 or newer.',
      '`slipway login` asks for the key and keeps it in a file that only you can read. `slipway wallets create` makes a wallet. Send test coins to its address, or use the Fund button of the wallet in the portal where the chain has one.',
      'Start your receiver and run `slipway listen` in another terminal. It forwards the events of the project to your machine, signed like real deliveries, so you need no public URL. `slipway send` with `--watch` shows each stage until the transfer is final. Then `wallet.transfer.completed` arrives at your receiver.',
      'Next: verify signatures as in the guide Webhooks, send an `Idempotency-Key` with every call that changes something, and let your code depend on the `code` of an error.',
    ],
    code: [
      {
        title: 'Shell',
        code: [
          'npm install --global @slipway/cli',
          `slipway login --base-url ${baseUrl}`,
          'slipway wallets create --chain-type EVM --purpose TREASURY',
          'slipway listen --forward-to localhost:3001/hook',
          'slipway send --from 0 --to 0x000000000000000000000000000000000000dEaD --amount 0.001 --chain-id 84532 --watch',
        ].join('\n'),
      },
    ],
  }
}
