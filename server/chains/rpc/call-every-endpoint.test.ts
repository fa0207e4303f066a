import { afterEach, expect, test } from 'vitest'
import { chainOf } from '@/server/chains/testing/chain-of'
import { type StubNode, startStubNode } from '@/server/chains/testing/stub-node'
import { callEveryEndpoint } from './call-every-endpoint'

const nodes: StubNode[] = []
afterEach(() => Promise.all(nodes.splice(0).map((one) => one.close())))

async function node(options: Parameters<typeof startStubNode>[0]): Promise<StubNode> {
  const started = await startStubNode(options)
  nodes.push(started)
  return started
}

test('every full endpoint testifies: two that disagree, a silent one, one of another chain; send-only ones are not asked', async () => {
  const receipt = { transactionHash: '0xaa' }
  const having = await node({ head: 100n, methods: { eth_getTransactionReceipt: () => receipt } })
  const lacking = await node({ head: 90n, methods: { eth_getTransactionReceipt: () => null } })
  const wrong = await node({ chainId: 5, methods: { eth_getTransactionReceipt: () => null } })
  const sendOnly = await node({})
  const chain = chainOf([
    { url: having.url, label: 'having' },
    { url: lacking.url, label: 'lacking' },
    { url: 'http://127.0.0.1:9', label: 'away' },
    { url: wrong.url, label: 'wrong' },
    { url: sendOnly.url, role: 'send_only' },
  ])
  expect(await callEveryEndpoint(chain, [{ method: 'eth_getTransactionReceipt', params: ['0xaa'] }])).toEqual([
    { endpoint: 'having', head: 100n, answers: [{ result: receipt }] },
    { endpoint: 'lacking', head: 90n, answers: [{ result: null }] },
    { endpoint: 'away', head: null, answers: null },
    { endpoint: 'wrong', head: null, answers: null },
  ])
  expect(wrong.asked).not.toContain('eth_getTransactionReceipt')
  expect(sendOnly.asked).toEqual([])
})

test('an endpoint that limits us has not testified', async () => {
  const error = { code: -32005, message: 'rate limit exceeded' }
  const limited = await node({ methods: { eth_getTransactionReceipt: () => ({ error }) } })
  const [response] = await callEveryEndpoint(chainOf([{ url: limited.url, label: 'limited' }]), [
    { method: 'eth_getTransactionReceipt', params: ['0xaa'] },
  ])
  expect(response).toEqual({ endpoint: 'limited', head: null, answers: null })
})
