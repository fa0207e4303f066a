import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarms, rpcEndpoints } from '@/db/schema'
import { findChain, forgetChains } from '@/server/chains/registry'
import { callRpc } from '@/server/chains/rpc'
import { type StubNode, startStubNode } from '@/server/chains/testing/stub-node'
import { workerCtx } from '@/server/ctx'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { openDatabase } from '@/server/testing/open-database'
import { checkEndpoint } from './verify-endpoint'

const CHAIN_ID = 84532
openDatabase()
let node: StubNode

beforeAll(async () => {
  node = await startStubNode({ chainId: 5, methods: { web3_clientVersion: () => 'stub' } })
  await addRpcEndpoint(CHAIN_ID, node.url)
})

afterAll(async () => {
  await node.close()
})

async function freshChain() {
  forgetChains()
  const chain = await findChain(CHAIN_ID)
  if (!chain) throw new Error('the test chain is not there')
  return chain
}

async function row() {
  const [found] = await workerCtx().db.select().from(rpcEndpoints).where(eq(rpcEndpoints.chainId, CHAIN_ID))
  return found
}

function openAlarms() {
  return workerCtx()
    .db.select({ kind: alarms.kind, subject: alarms.subject, closedAt: alarms.closedAt, message: alarms.message })
    .from(alarms)
}

test('an endpoint of another chain is written down with an alarm, and both go away when it is right again', async () => {
  const chain = await freshChain()
  await expect(callRpc(chain, 'web3_clientVersion', [])).rejects.toMatchObject({ name: 'RpcUnavailableError' })
  const problem = `Serves chain 5 instead of ${CHAIN_ID}`
  await expect.poll(async () => (await row())?.problem).toBe(problem)
  expect((await row())?.checkedAt).toBeInstanceOf(Date)
  const subject = new URL(node.url).host
  await expect
    .poll(openAlarms)
    .toEqual([
      { kind: 'endpoint_wrong_chain', subject, closedAt: null, message: `${subject}: ${problem}. It is not used.` },
    ])

  node.chainId = CHAIN_ID
  const later = await freshChain()
  const [endpoint] = later.endpoints
  expect(endpoint).toMatchObject({ problem, label: subject })
  if (endpoint) expect(await checkEndpoint(later, endpoint)).toBe(true)
  await expect.poll(async () => (await row())?.problem).toBe(null)
  await expect.poll(async () => (await openAlarms())[0]?.closedAt).toBeInstanceOf(Date)
  expect(await callRpc(await freshChain(), 'web3_clientVersion', [])).toBe('stub')
})

test('what the process holds for an endpoint goes with the endpoint', async () => {
  const { connectionTo } = await import('./connections')
  const { client } = connectionTo(node.url)
  await workerCtx().db.update(rpcEndpoints).set({ isActive: false }).where(eq(rpcEndpoints.chainId, CHAIN_ID))
  await freshChain()
  expect(connectionTo(node.url).client).not.toBe(client)
})
