import { NEW_IDEMPOTENCY_KEY } from '@/components/reference/idempotency-key'
import { TOKEN_HEADER } from '@/components/reference/token-lines'
import { clientLines, IN_SHELL } from './everyday-code'
import type { Guide, GuideCode } from './guide'

/** Contract reads and calls by declaration, and signed messages. */
export function contractsGuide(baseUrl: string): Guide {
  return {
    id: 'contract-calls-and-messages',
    title: 'Contract calls and messages',
    summary: 'Read and call a contract by the declaration of a function, and sign texts and typed data.',
    paragraphs: [
      'Declare the function as Solidity does, or give its entry of a JSON ABI as text. You need no calldata. Integers are decimal strings, and tuples are lists or objects.',
    ],
    parts: [
      {
        title: 'Read and call a contract',
        paragraphs: [
          '`POST /v1/wallet/contract/read` calls a `view` function and returns the decoded `result`. It sends nothing.',
          '`POST /v1/wallet/contract/call` sends a transaction and returns 202. The call is simulated first: one that would revert returns 422 with its FAILED record, whose `error` names the cause. An `approve` counts as a transfer to its spender under your policies.',
        ],
        code: [{ title: 'Read and call in TypeScript', code: callCode(baseUrl) }],
      },
      {
        title: 'Sign a message',
        paragraphs: [
          '`POST /v1/wallet/hd/sign-message` signs a text, bytes (EIP-191), typed data (EIP-712) or a Solana off-chain message. Nothing is sent to a chain. A raw digest is never signed.',
          'Typed data needs `chainId` and `verifyingContract` in its domain. Permits, orders and similar messages can move money without a transaction, so they are refused with `message_moves_money` unless a method rule of your policy names the token.',
        ],
        code: signCode(baseUrl),
      },
    ],
    code: [],
  }
}

function callCode(baseUrl: string): string {
  return `${clientLines(baseUrl, 'createClient')}
const chains = await slipway.listChains()
const to = chains.find(({ chainId }) => chainId === 84532)?.tokens[0]?.address ?? ''

const { result } = await slipway.readContract({
  chainId: 84532,
  to,
  function: 'function balanceOf(address owner) view returns (uint256)',
  args: ['0x000000000000000000000000000000000000dEaD'],
})
console.log(result)

const accepted = await slipway.callContract({
  addressIndex: 0,
  chainId: 84532,
  to,
  function: 'function approve(address spender, uint256 value) returns (bool)',
  args: { spender: '0x000000000000000000000000000000000000dEaD', value: '1000000' },
})
const { status, txHash } = await slipway.waitFor(accepted)
console.log(status, txHash)`
}

function signCode(baseUrl: string): GuideCode[] {
  return [
    {
      title: 'Sign typed data in a shell',
      language: 'curl',
      code: [
        IN_SHELL,
        ...NEW_IDEMPOTENCY_KEY,
        `curl -s ${baseUrl}/v1/wallet/hd/sign-message \\
  ${TOKEN_HEADER} \\
  -H "Idempotency-Key: $IDEMPOTENCY_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "kind": "typedData",
    "addressIndex": 0,
    "typedData": {
      "domain": {
        "name": "Example", "version": "1", "chainId": 84532,
        "verifyingContract": "0x00000000000000000000000000000000000000AA"
      },
      "types": { "Login": [{ "name": "nonce", "type": "uint256" }] },
      "primaryType": "Login",
      "message": { "nonce": "1" }
    }
  }'`,
      ].join('\n'),
    },
    {
      title: 'Sign typed data in TypeScript',
      language: 'TypeScript',
      code: `${clientLines(baseUrl, 'createClient')}
const { address, signature } = await slipway.signMessage({
  kind: 'typedData',
  addressIndex: 0,
  typedData: {
    domain: {
      name: 'Example',
      version: '1',
      chainId: 84532,
      verifyingContract: '0x00000000000000000000000000000000000000AA',
    },
    types: { Login: [{ name: 'nonce', type: 'uint256' }] },
    primaryType: 'Login',
    message: { nonce: '1' },
  },
})
console.log(address, signature)`,
    },
  ]
}
