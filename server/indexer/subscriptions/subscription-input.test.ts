import { expect, test } from 'vitest'
import { BODY, MINT, openSubscriptionWorld, PATH } from './subscription-world.test-data'

const on = openSubscriptionWorld()

test.each([
  [{ network: 'TRON' }, 'network: '],
  [{ network: 'base' }, 'network: '],
  [{ network: undefined }, 'network: network is required'],
  [{ contractAddress: '0x1' }, 'contractAddress: must be an EVM address'],
  [{ contractAddress: '0x036CbD53842c5426634e7929541eC2318f3dCF7E' }, 'contractAddress: must be an EVM address'],
  [{ contractAddress: MINT }, 'contractAddress: must be an EVM address'],
  [{ network: 'SOL', events: ['mint'] }, 'contractAddress: must be a Solana address'],
  [{ network: 'SOL', contractAddress: MINT, events: ['approval'] }, 'events.0: Solana has'],
  [{ network: 'SOL', contractAddress: MINT, events: ['event Minted(uint256 n)'] }, 'events.0: Solana has'],
  [{ events: [] }, 'events: '],
  [{ events: 'transfer' }, 'events: '],
  [{ events: ['transfer', 'mint', 'transfer'] }, 'events.2: is there twice'],
  [{ events: ['Transfer'] }, 'events.0: is neither a key of the catalog'],
  [{ events: ['event Paid(uint8[0][] nothing)'] }, 'events.0: '],
  [{ events: ['event Paid(uint256 a\u0000)'] }, ''],
  [{ events: Array.from({ length: 51 }, (_, n) => `event E${n}()`) }, 'events: '],
  [{ chainId: 1 }, 'chainId: chain 1 is not of BASE'],
  [{ chainId: -1 }, 'chainId: '],
  [{ webhookUrl: 'http://example.com/' }, 'webhookUrl: must use https'],
  [{ webhookUrl: 'https://user:word@example.com/' }, 'webhookUrl: must not carry a user name'],
  [{ webhookUrl: 'https://169.254.169.254/' }, 'webhookUrl: must name a host'],
  [{ webhookUrl: 'https://metadata.internal/' }, 'webhookUrl: must be a public host'],
  [{ webhookUrl: `https://example.com/${'a'.repeat(2_048)}` }, 'webhookUrl: '],
  [{ confirmations: 0 }, 'confirmations: '],
  [{ confirmations: 1.5 }, 'confirmations: '],
  [{ confirmations: '3' }, 'confirmations: '],
  [{ confirmations: 11 }, 'confirmations: must be at most 10 on this chain'],
  [
    { network: 'SOL', contractAddress: MINT, events: ['mint'], confirmations: 1 },
    'confirmations: must be 32 on Solana',
  ],
  [{ secret: 'mine' }, 'secret: unknown field'],
])('a body with %j is refused, and nothing is stored', async (changes, error) => {
  const answer = await on.client.post(PATH, { ...BODY, ...changes })
  expect(answer).toMatchObject({ code: 400, status: false })
  if (error) expect(answer.errors?.join()).toContain(error)
  expect((await on.client.get(PATH)).data).toMatchObject({ meta: { total: 0 } })
})
