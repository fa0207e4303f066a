import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestClient, createWalletClient, type Hex, http, keccak256, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil as anvilChain } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RunningAnvil, startAnvil } from '@/dev/chains/anvil'
import { FAUCET_PRIVATE_KEY } from '@/dev/chains/deploy-tokens'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { findFreePort } from '@/dev/free-port'
import { broadcast, callEveryEndpoint, callRpc } from '@/server/chains/rpc'
import { chainOf } from '@/server/chains/testing/chain-of'
import { type FaultProxy, startFaultProxy } from './fault-proxy'

/** The endpoint layer against one chain that two proxies show differently. */

let anvil: RunningAnvil
let proxies: [FaultProxy, FaultProxy]
let clients: ReturnType<typeof connect>

function connect(url: string) {
  const wallet = createWalletClient({
    account: privateKeyToAccount(FAUCET_PRIVATE_KEY),
    chain: anvilChain,
    transport: http(url),
  })
  const test = createTestClient({ chain: anvilChain, mode: 'anvil', transport: http(url) })
  return { wallet: wallet.extend(publicActions), test }
}

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-rpc-'))
  const port = await findFreePort()
  anvil = await startAnvil({ chainId: anvilChain.id, port, logFile: path.join(folder, 'anvil.log') })
  proxies = [
    await startFaultProxy({ target: anvil.rpcUrl, seed: 1 }),
    await startFaultProxy({ target: anvil.rpcUrl, seed: 2 }),
  ]
  clients = connect(anvil.rpcUrl)
})
beforeEach(() => proxies.forEach((proxy) => void proxy.clear()))
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()))
  await anvil.stop()
})

const pair = () =>
  chainOf(
    proxies.map(({ url }) => ({ url })),
    { chainId: anvilChain.id },
  )

test('a hundred reads through two endpoints that each fail one request in five: none wrong, few unanswered', async () => {
  const chain = pair()
  const [first, second] = proxies
  first.setFault('reset', { share: 0.1 })
  first.setFault('badGateway', { share: 0.1 })
  second.setFault('rateLimit', { share: 0.1 })
  second.setFault('errors', { share: 0.1 })
  const expected = await clients.wallet.getBalance({ address: clients.wallet.account.address })
  let unanswered = 0
  for (let round = 0; round < 100; round++) {
    const answer = await callRpc(chain, 'eth_getBalance', [clients.wallet.account.address, 'latest']).catch(() => null)
    if (answer === null) unanswered += 1
    else expect(BigInt(String(answer))).toBe(expected)
  }
  const struck = proxies.map((proxy) => Object.values(proxy.struck()).reduce((sum, count) => sum + count, 0))
  expect(Math.min(...struck)).toBeGreaterThan(2)
  // Both failing in the same round is for the caller's next turn.
  expect(unanswered).toBeLessThan(15)
})

test('a receipt that one endpoint hides is found at the other, and a verdict hears both', async () => {
  const hash = await clients.wallet.sendTransaction({ to: clients.wallet.account.address, value: 1n })
  await waitForReceipt(clients.wallet, hash)
  const chain = pair()
  proxies[0].setFault('nullReceipts', {})
  expect(await callRpc(chain, 'eth_getTransactionReceipt', [hash])).toMatchObject({ transactionHash: hash })
  const reported = await callEveryEndpoint(chain, [{ method: 'eth_getTransactionReceipt', params: [hash] }])
  expect(reported.map(({ answers }) => answers?.[0]?.result === null)).toEqual([true, false])
})

test('an endpoint behind by many blocks is not asked', async () => {
  await clients.test.mine({ blocks: 40 })
  const chain = pair()
  proxies[0].setFault('laggingHead', { blocks: 30 })
  const head = await clients.wallet.getBlockNumber({ cacheTime: 0 })
  expect(BigInt(String(await callRpc(chain, 'eth_blockNumber', [])))).toBe(head)
})

test('a send that the first endpoint drops, swallows or cuts off is mined through the other', async () => {
  for (const fault of ['droppedSends', 'acceptThenTimeout', 'acceptThenReset', 'reset'] as const) {
    const chain = pair()
    await callRpc(chain, 'eth_blockNumber', [])
    proxies[0].setFault(fault, { methods: ['eth_sendRawTransaction'] })
    const request = await clients.wallet.prepareTransactionRequest({ to: clients.wallet.account.address, value: 2n })
    const raw: Hex = await clients.wallet.signTransaction(request)
    const [replies] = await broadcast(chain, [{ method: 'eth_sendRawTransaction', params: [raw] }])
    // Where the first one passed it on before it broke off, the second one knows it already.
    expect(replies?.some(({ answer }) => answer !== undefined)).toBe(true)
    await waitForReceipt(clients.wallet, keccak256(raw))
    proxies[0].clear()
  }
})
