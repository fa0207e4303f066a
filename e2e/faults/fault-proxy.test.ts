import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestClient, createWalletClient, http, keccak256, parseEther, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil as anvilChain } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type RunningAnvil, startAnvil } from '@/dev/chains/anvil'
import { FAUCET_PRIVATE_KEY } from '@/dev/chains/deploy-tokens'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { findFreePort } from '@/dev/free-port'
import { type StubNode, startStubNode } from '@/server/chains/testing/stub-node'
import { type FaultProxy, startFaultProxy } from './fault-proxy'

type Reply = { id: unknown; result?: unknown; error?: { code: number; message: string } }

async function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(5_000) })
}

async function ask(url: string, method: string, params: unknown[] = []): Promise<Reply> {
  // as the proxy writes it
  return (await post(url, { jsonrpc: '2.0', id: 'mine', method, params })).json() as Promise<Reply>
}

describe('in front of a stub', () => {
  let node: StubNode
  let proxy: FaultProxy

  beforeAll(async () => {
    node = await startStubNode({
      chainId: 7,
      head: 50n,
      methods: {
        echo: ([value]) => value,
        eth_sendRawTransaction: () => '0xhash',
        eth_getTransactionCount: () => '0x5',
        eth_getTransactionReceipt: () => ({ blockNumber: '0x30' }),
      },
    })
    proxy = await startFaultProxy({ target: node.url, seed: 3 })
  })
  afterEach(() => {
    proxy.clear()
    node.sent.length = 0
  })
  afterAll(async () => {
    await proxy.close()
    await node.close()
  })

  test('without faults it passes single calls and batches on, with the ids they came with', async () => {
    expect(await ask(proxy.url, 'echo', [1])).toMatchObject({ id: 'mine', result: 1 })
    const batch = [9, 4].map((id) => ({ jsonrpc: '2.0', id, method: 'echo', params: [id] }))
    expect(await (await post(proxy.url, batch)).json()).toMatchObject([
      { id: 9, result: 9 },
      { id: 4, result: 4 },
    ])
    expect(await ask(proxy.url, 'no_such')).toMatchObject({ id: 'mine', error: { code: -32601 } })
  })

  test('accept then time out: the send arrives, the answer never does, until the fault is cleared', async () => {
    proxy.setFault('acceptThenTimeout', {})
    const sending = ask(proxy.url, 'eth_sendRawTransaction', ['0x01']).then(
      () => 'answered',
      () => 'cut off',
    )
    await expect.poll(() => node.sent).toEqual(['0x01'])
    expect(await ask(proxy.url, 'echo', [2])).toMatchObject({ result: 2 })
    proxy.clear()
    expect(await sending).toBe('cut off')
  })

  test('a reset passes nothing on; the other kind passes on and then breaks off', async () => {
    proxy.setFault('reset', { methods: ['eth_sendRawTransaction'] })
    await expect(ask(proxy.url, 'eth_sendRawTransaction', ['0x02'])).rejects.toThrow()
    expect(node.sent).toEqual([])
    proxy.clear()
    proxy.setFault('acceptThenReset', {})
    await expect(ask(proxy.url, 'eth_sendRawTransaction', ['0x03'])).rejects.toThrow()
    expect(node.sent).toEqual(['0x03'])
  })

  test('429 and 502 with a page', async () => {
    proxy.setFault('rateLimit', {})
    expect((await post(proxy.url, { id: 1, method: 'echo' })).status).toBe(429)
    proxy.clear('rateLimit')
    proxy.setFault('badGateway', {})
    const answer = await post(proxy.url, { id: 1, method: 'echo' })
    expect(answer.status).toBe(502)
    expect(await answer.text()).toContain('<html>')
  })

  test('null receipts, stale counts, another chain: only the calls concerned, in a batch with others', async () => {
    proxy.setFault('nullReceipts', {})
    proxy.setFault('staleNonce', { behind: 2 })
    proxy.setFault('wrongChain', { chainId: 5 })
    const methods = ['eth_getTransactionReceipt', 'echo', 'eth_getTransactionCount', 'eth_chainId', 'eth_blockNumber']
    const batch = methods.map((method, id) => ({ jsonrpc: '2.0', id, method, params: ['x'] }))
    const replies = (await (await post(proxy.url, batch)).json()) as Reply[] // as the proxy writes it
    expect(replies.map(({ result }) => result)).toEqual([null, 'x', '0x3', '0x5', '0x32'])
  })

  test('dropped sends: the hash of the bytes, and nothing arrives', async () => {
    proxy.setFault('droppedSends', {})
    expect(await ask(proxy.url, 'eth_sendRawTransaction', ['0x0203'])).toMatchObject({ result: keccak256('0x0203') })
    expect(node.sent).toEqual([])
  })

  test('errors on a share of the calls, the same ones for the same seed', async () => {
    const run = async () => {
      const own = await startFaultProxy({ target: node.url, seed: 11 })
      own.setFault('errors', { share: 0.2, code: -32000, message: 'not now' })
      const failed: number[] = []
      for (let index = 0; index < 200; index++) if ((await ask(own.url, 'echo', [index])).error) failed.push(index)
      const { errors } = own.struck()
      await own.close()
      return { failed, errors }
    }
    const [first, second] = [await run(), await run()]
    expect(first).toEqual(second)
    expect(first.failed).toHaveLength(first.errors)
    expect(first.errors).toBeGreaterThan(20)
    expect(first.errors).toBeLessThan(60)
  })

  test('logs, receipts and blocks that are left out, and half an answer', async () => {
    const list = [1, 2, 3]
    Object.assign(node.methods, {
      eth_getLogs: () => list,
      eth_getBlockReceipts: () => list,
      eth_getBlockByNumber: () => ({}),
    })
    proxy.setFault('missingLogs', {})
    proxy.setFault('missingReceipts', {})
    proxy.setFault('nullBlocks', {})
    expect(await ask(proxy.url, 'eth_getLogs')).toMatchObject({ result: [1, 3] })
    expect(await ask(proxy.url, 'eth_getBlockReceipts')).toMatchObject({ result: [1, 3] })
    expect(await ask(proxy.url, 'eth_getBlockByNumber')).toMatchObject({ result: null })
    proxy.setFault('emptyLogs', {})
    expect(await ask(proxy.url, 'eth_getLogs')).toMatchObject({ result: [] })
    proxy.setFault('truncated', {})
    await expect(ask(proxy.url, 'echo', [1])).rejects.toThrow(SyntaxError)
  })

  test('latency comes on top', async () => {
    proxy.setFault('latency', { ms: 120 })
    const startedAt = performance.now()
    await ask(proxy.url, 'echo', [1])
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(115)
  })

  test('a node that is away makes the proxy away', async () => {
    const own = await startFaultProxy({ target: 'http://127.0.0.1:9' })
    await expect(ask(own.url, 'echo')).rejects.toThrow()
    await own.close()
  })
})

describe('in front of anvil', () => {
  let anvil: RunningAnvil
  let proxy: FaultProxy

  beforeAll(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'slipway-proxy-'))
    const port = await findFreePort()
    anvil = await startAnvil({ chainId: anvilChain.id, port, logFile: path.join(folder, 'anvil.log') })
    proxy = await startFaultProxy({ target: anvil.rpcUrl })
  })
  afterEach(() => proxy.clear())
  afterAll(async () => {
    await proxy.close()
    await anvil.stop()
  })

  function clients() {
    const account = privateKeyToAccount(FAUCET_PRIVATE_KEY)
    const straight = createWalletClient({ account, chain: anvilChain, transport: http(anvil.rpcUrl) })
    const through = createWalletClient({ account, chain: anvilChain, transport: http(proxy.url, { retryCount: 0 }) })
    const test = createTestClient({ chain: anvilChain, mode: 'anvil', transport: http(anvil.rpcUrl) })
    return { straight: straight.extend(publicActions), through: through.extend(publicActions), test }
  }
  const to = '0x00000000000000000000000000000000000000f1'

  test('a lagging head hides blocks, receipts, balances and counts alike, and shows them again', async () => {
    const { straight, through, test } = clients()
    await test.mine({ blocks: 5 })
    const before = await straight.getBlockNumber()
    const nonce = await straight.getTransactionCount({ address: straight.account.address })
    const hash = await straight.sendTransaction({ to, value: parseEther('1') })
    await waitForReceipt(straight, hash)
    proxy.setFault('laggingHead', { blocks: 1 })
    expect(await through.getBlockNumber({ cacheTime: 0 })).toBe(before)
    await expect(through.getTransactionReceipt({ hash })).rejects.toThrow('could not be found')
    expect(await through.getBalance({ address: to })).toBe(0n)
    expect(await through.getTransactionCount({ address: straight.account.address })).toBe(nonce)
    await expect(through.getBlock({ blockNumber: before + 1n })).rejects.toThrow('could not be found')
    await test.mine({ blocks: 1 })
    expect((await through.getTransactionReceipt({ hash })).blockNumber).toBe(before + 1n)
    proxy.clear()
    expect(await through.getBalance({ address: to })).toBe(parseEther('1'))
  })

  test('accept then time out: the transaction is mined though nobody was told', async () => {
    const { straight, through } = clients()
    const request = await straight.prepareTransactionRequest({ to, value: 7n })
    const serializedTransaction = await straight.signTransaction(request)
    proxy.setFault('acceptThenTimeout', {})
    const sending = through.sendRawTransaction({ serializedTransaction }).catch(() => 'unknown')
    const hash = keccak256(serializedTransaction)
    await expect
      .poll(async () => (await straight.getTransactionReceipt({ hash }).catch(() => null))?.status)
      .toBe('success')
    proxy.clear()
    expect(await sending).toBe('unknown')
  })

  test('a dropped send is not there, and the same bytes arrive later', async () => {
    const { straight, through } = clients()
    const request = await straight.prepareTransactionRequest({ to, value: 9n })
    const serializedTransaction = await straight.signTransaction(request)
    proxy.setFault('droppedSends', {})
    const hash = await through.sendRawTransaction({ serializedTransaction })
    expect(hash).toBe(keccak256(serializedTransaction))
    await expect(straight.getTransaction({ hash })).rejects.toThrow('could not be found')
    proxy.clear()
    expect(await through.sendRawTransaction({ serializedTransaction })).toBe(hash)
    expect((await waitForReceipt(straight, hash)).status).toBe('success')
  })
})
