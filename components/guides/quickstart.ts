import type { Guide } from './guide'

/** A receiver of one line: it prints what arrives. */
const RECEIVER =
  "node -e \"require('node:http').createServer((request, response) => request.on('data', (part) => console.log(String(part))).on('end', () => response.end())).listen(3001)\""

/** From a key to a webhook on the reader's own machine, by the command line. */
export function quickstart(baseUrl: string): Guide {
  const local = isLocal(baseUrl)
  // The local stack belongs to a folder that has the command, and its Fund button gives cNGN first.
  const slipway = local ? 'npm run -s slipway --' : 'slipway'
  const install = local ? 'cd slipway   # the folder in which you ran npm start' : 'npm install --global @slipway/cli'
  const money = local ? '--amount 1 --cngn' : '--amount 0.001'
  return {
    id: 'quickstart',
    title: 'Quickstart',
    paragraphs: [
      'Six commands take you from an API key to your first transfer and its webhook. You need the live key of a project and Node 20.19 or newer. An owner gets a key on the page API keys of the project, with “Rotate keys”.',
      '`slipway login` asks for the key and keeps it in a file that only you can read. `slipway wallets create` makes a wallet. Send test coins to its address, or use the Fund button of the wallet in the portal where the chain has one.',
      'In a second terminal, start a receiver: your own program, or the line below, which prints what arrives. In a third one run `slipway listen`. It forwards the events of the project to your machine, signed like real deliveries, so you need no public URL.',
      '`slipway send` with `--watch` shows each stage until the transfer is final. Then `wallet.transfer.completed` arrives at your receiver.',
      'Next: verify signatures as in the guide Webhooks, send an `Idempotency-Key` with every call that changes something, and let your code depend on the `code` of an error.',
    ],
    code: [
      {
        title: '1. Sign in, and make a wallet',
        code: [
          install,
          `${slipway} login --base-url ${baseUrl}`,
          `${slipway} wallets create --chain-type EVM --purpose TREASURY`,
        ].join('\n'),
      },
      { title: '2. In a second terminal: a receiver', code: RECEIVER },
      { title: '3. In a third terminal: listen', code: `${slipway} listen --forward-to localhost:3001/hook` },
      {
        title: '4. Fund the wallet, then send',
        code: `${slipway} send --from 0 --to 0x000000000000000000000000000000000000dEaD ${money} --chain-id 84532 --watch`,
      },
    ],
  }
}

function isLocal(baseUrl: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(baseUrl).hostname)
}
