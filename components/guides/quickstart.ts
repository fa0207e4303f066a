import type { Guide, GuidePart } from './guide'

/** A server in one line, which prints the body of each request. */
const SERVER =
  "node -e \"require('node:http').createServer((request, response) => request.on('data', (part) => console.log(String(part))).on('end', () => response.end())).listen(3001)\""

const ADDRESS = '0x4A1c31F732A04c3C6c95A1deF4329734FdF518EF'
const TRANSACTION = '01a22784-3974-714b-9f0b-8b0680ebcf60'
const SET_ADDRESS = `ADDRESS=${ADDRESS}   # put the address of your wallet here`

/** The steps from a key to a webhook on the reader's machine, with the command line. */
export function quickstart(baseUrl: string): Guide {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(baseUrl).hostname)
  // The local stack belongs to a folder that has the command.
  const slipway = isLocal ? 'npm run -s slipway --' : 'slipway'
  const install = isLocal ? 'cd slipway   # the folder in which you ran npm start' : 'npm install --global @slipway/cli'
  const key = isLocal
    ? 'a live key, which `npm start` printed'
    : 'a live key. A key is shown once: without one, an owner rotates the keys of the project on its page API keys'
  const money = isLocal ? '--amount 1 --cngn' : '--amount 0.001'
  return {
    id: 'quickstart',
    title: 'Quickstart',
    summary: 'From an API key to your first transfer and its webhook on your machine, in six steps.',
    paragraphs: [
      `You need Node 20.19 or newer and ${key}. The transfer uses chain 84532, the test network Base Sepolia, so it moves no real money.`,
    ],
    parts: [
      step({
        title: '1. Sign in',
        text: 'The command asks for your live key and stores it in a file that only you can read.',
        commands: [install, `${slipway} login --base-url ${baseUrl}`],
        output: [
          'API key (sk_live_...):',
          `Signed in to project 0193a000-0000-7000-8000-000000000011 at ${baseUrl}`,
          'This is a live key: on mainnets it moves real money.',
        ],
      }),
      step({
        title: '2. Create a wallet',
        text: 'The output shows the address of your new wallet.',
        commands: [`${slipway} wallets create --chain-type EVM --purpose TREASURY`],
        output: [
          'addressIndex  chainType  address                                     isActive',
          `0             EVM        ${ADDRESS}  true`,
        ],
      }),
      isLocal ? FUND_LOCALLY : FUND_BY_FAUCET,
      step({
        title: '4. Start a server',
        text: 'In a second terminal, start your own program, or this one, which prints the webhooks it receives. It prints nothing yet.',
        commands: [SERVER],
      }),
      step({
        title: '5. Forward webhooks to it',
        text: 'In a third terminal, forward the events of the project to your machine. They are signed like real deliveries, and you need no public URL.',
        commands: [
          ...(isLocal ? ['cd slipway   # the same folder'] : []),
          `${slipway} listen --forward-to localhost:3001/hook`,
        ],
        output: ['Ready: * -> http://localhost:3001/hook, signed with whsec_...'],
      }),
      step({
        title: '6. Send a transfer',
        text: 'Back in the first terminal, `--watch` shows each stage until the transfer is final.',
        commands: [
          `${slipway} send --from $ADDRESS --to 0x000000000000000000000000000000000000dEaD ${money} --chain-id 84532 --watch`,
        ],
        output: [
          'PENDING  queued  0 confirmations',
          'PENDING  broadcast  0 confirmations',
          'COMPLETED  final  1 confirmation',
          `id           ${TRANSACTION}`,
          'type         TRANSFER',
          'status       COMPLETED',
          '...',
        ],
      }),
      {
        title: 'The result',
        paragraphs: [
          'The third terminal shows the webhook and the response of your server, 200. The second one shows its body.',
        ],
        code: [
          {
            title: 'Third terminal',
            code: '2026-11-29T13:35:09.369Z  wallet.transfer.completed  -> 200  34974-01a22784-51db-7730-9464-73110e312405',
          },
          {
            title: 'Second terminal, shortened',
            code: `{"type":"wallet.transfer.completed","timestamp":"2026-11-29T13:35:09.369Z","data":{"id":"${TRANSACTION}", ... }}`,
          },
        ],
      },
      {
        title: 'Next steps',
        paragraphs: [
          'Verify signatures as in the guide Webhooks, with the secret that `listen` printed. Send an `Idempotency-Key` with every call that changes something. Let your code depend on the `code` of an error.',
        ],
      },
    ],
    code: [],
  }
}

const FUND_LOCALLY = step({
  title: '3. Fund the wallet',
  text: 'The faucet of the local stack sends test funds. Use the address that step 2 printed.',
  commands: [SET_ADDRESS, 'npm run -s fund -- $ADDRESS 100 cNGN'],
  output: [`100 cNGN sent to ${ADDRESS} on chain 84532: 0x9b21...b7a3`],
})

const FUND_BY_FAUCET: GuidePart = {
  title: '3. Fund the wallet',
  paragraphs: [
    'Send 0.01 ETH of Base Sepolia to the address that step 2 printed, from any faucet or wallet. The portal shows it on the page of the wallet.',
  ],
  code: [{ title: 'Terminal', code: SET_ADDRESS }],
}

type Step = { title: string; text: string; commands: string[]; output?: string[] }

function step({ title, text, commands, output = [] }: Step): GuidePart {
  const printed = output.length > 0 ? [{ title: 'Output', code: output.join('\n') }] : []
  return { title, paragraphs: [text], code: [{ title: 'Terminal', code: commands.join('\n') }, ...printed] }
}
