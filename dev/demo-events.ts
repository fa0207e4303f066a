import { createServer } from 'node:http'
import { z } from 'zod'
import { connectDemo } from './connect-demo'
import { fund } from './faucet/fund'
import type { StackFacts } from './stack-file'

const CHAIN_ID = 84_532
/** Distinguishes the demo's subscription from those of people. */
const PATH = '/demo-events'

export type DemoReceiver = { url: string; close: () => Promise<void> }

const subscription = z.object({ id: z.string(), webhookUrl: z.string() })
const listed = z.object({ data: z.object({ data: z.array(subscription) }) })
const made = z.object({ data: z.tuple([z.object({ address: z.string() })]) })

/** A customer's server of the demo: takes every event and says nothing. */
export async function startDemoReceiver(): Promise<DemoReceiver> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(200).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the demo’s destination has no port')
  return {
    url: `http://127.0.0.1:${address.port}${PATH}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/**
 * Gives the demo business a subscription whose events arrive and a wallet with a deposit, as an own backend would: at
 * the first start they are made and the wallet is paid, which happens to the contract too; later the subscription
 * follows the receiver to its new port. Throws if `/v1` answers anything else.
 */
export async function showEvents(facts: StackFacts, { url }: Pick<DemoReceiver, 'url'>): Promise<void> {
  const call = await connectDemo(facts)
  const { data } = listed.parse(await call('GET', '/v1/indexer/subscriptions?limit=200')).data
  const own = data.find(({ webhookUrl }) => new URL(webhookUrl).pathname === PATH)
  if (own) {
    await call('PATCH', `/v1/indexer/subscriptions/${own.id}`, { webhookUrl: url })
    return
  }
  const cngn = facts.evm.find(({ chainId }) => chainId === CHAIN_ID)?.tokens.find(({ symbol }) => symbol === 'cNGN')
  if (!cngn) return
  const input = { network: 'BASE', chainId: CHAIN_ID, contractAddress: cngn.address, events: ['transfer'] }
  await call('POST', '/v1/indexer/subscriptions', { ...input, webhookUrl: url })
  const wallet = { chainType: 'EVM', purpose: 'DEPOSITS', count: 1 }
  const [{ address }] = made.parse(await call('POST', '/v1/wallet/hd/generate', wallet)).data
  await fund(facts, { chainId: CHAIN_ID, address, symbol: 'cNGN', amount: '25' })
}
