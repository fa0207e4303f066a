import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog, rpcEndpoints } from '@/db/schema'
import { addEndpoint, checkNewEndpoint } from '@/server/chains/add-endpoint'
import { listEndpoints } from '@/server/chains/list-endpoints'
import { findChain, forgetChains } from '@/server/chains/registry'
import { callRpc } from '@/server/chains/rpc'
import { probeEndpoint, testEndpoint } from '@/server/chains/test-endpoint'
import { type StubNode, startStubNode } from '@/server/chains/testing/stub-node'
import { setEndpointActive, updateEndpoint } from '@/server/chains/update-endpoint'
import { inOperator, inOperatorReading, workerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { ApiError } from '@/server/errors'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'

const CHAIN_ID = 84532
const WHO = anyOperator()
const KEY = 'kX3J9f0sSecretSecret'
const TERMS = { chainId: CHAIN_ID, label: 'Primary', role: 'full', priority: 1 } as const
openDatabase()
let node: StubNode

beforeAll(async () => {
  node = await startStubNode({ chainId: CHAIN_ID, head: 77n, methods: { web3_clientVersion: () => 'stub' } })
})
beforeEach(async () => {
  node.mode = 'well'
  node.chainId = CHAIN_ID
  await workerCtx().db.delete(rpcEndpoints).where(eq(rpcEndpoints.chainId, CHAIN_ID))
  forgetChains()
})
afterAll(async () => {
  await node.close()
})

const add = async (input: Partial<Parameters<typeof addEndpoint>[1]> = {}) => {
  const wanted = { ...TERMS, url: `${node.url}/v2/${KEY}`, ...input }
  await inOperatorReading(WHO, (ctx) => checkNewEndpoint(ctx, wanted))
  return inOperator(WHO, (ctx) => addEndpoint(ctx, wanted))
}
const list = () => inOperatorReading(WHO, (ctx) => listEndpoints(ctx, { chainId: CHAIN_ID }))

async function refusal(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ApiError) return error
  throw new Error('was not refused', { cause: error })
}

test('a new endpoint is in use at once; its address is never shown again nor written to the audit log', async () => {
  const { id } = await add()
  const chain = await findChain(CHAIN_ID)
  expect(chain && (await callRpc(chain, 'web3_clientVersion', []))).toBe('stub')
  const shown = await list()
  expect(shown.items).toMatchObject([
    {
      id,
      label: 'Primary',
      maskedUrl: `${node.url}/…`,
      role: 'full',
      priority: 1,
      isActive: true,
      health: 'well',
      head: '77',
      lagBlocks: '0',
      problem: null,
    },
  ])
  const audit = await workerCtx().db.select().from(auditLog).where(eq(auditLog.target, id))
  expect(audit).toMatchObject([{ action: 'endpoint.added', detail: { chainId: CHAIN_ID, label: 'Primary' } }])
  expect(JSON.stringify([shown, audit], (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
    KEY,
  )
})

test.each([
  ['no URL', 'nonsense', 'must be a valid URL'],
  ['no slashes', 'http:127.0.0.1:8545', 'must be a valid URL'],
  ['backslashes', 'http:\\\\127.0.0.1:8545', 'must be a valid URL'],
  ['a tab', 'http://127.0.\t0.1:8545', 'must be a valid URL'],
  ['a line break', 'http://127.0.0.1:8545/\nkey', 'must be a valid URL'],
  ['another protocol', 'ftp://node.example.com', 'must use http or https'],
  ['credentials', 'https://user:secret@node.example.com', 'must not carry a user name or password'],
  ['a private address', 'http://10.0.0.1:8545', 'must be a public host'],
  ['the metadata service', 'http://169.254.169.254/latest', 'must be a public host'],
  ['the wire server of Azure', 'http://168.63.129.16/machine', 'must be a public host'],
  ['a mapped loopback address', 'http://[::ffff:7f00:1]:1', 'does not answer as a node'],
  ['a dead port', 'http://127.0.0.1:9', 'does not answer as a node: 127.0.0.1:9 is out of reach'],
])('refuses %s', async (_, url, message) => {
  const { code, errors } = await refusal(add({ url }))
  expect({ code, errors }).toEqual({ code: 'invalid', errors: [expect.stringContaining(`url: ${message}`)] })
})

test('refuses loopback where the environment does not allow it', async () => {
  env().ALLOW_LOOPBACK_WEBHOOKS = false
  try {
    expect((await refusal(add())).errors).toEqual(['url: must be a public host'])
    expect((await refusal(add({ url: 'http://localhost:8545' }))).errors).toEqual(['url: must be a public host'])
  } finally {
    env().ALLOW_LOOPBACK_WEBHOOKS = true
  }
})

test('refuses what answers for another chain, no node at all, the same address twice and an unknown chain', async () => {
  node.chainId = 5
  expect((await refusal(add())).errors).toEqual([`url: serves chain 5 instead of ${CHAIN_ID}`])
  node.chainId = CHAIN_ID
  node.mode = 'html'
  const { errors } = await refusal(add())
  expect(errors?.[0]).toContain('does not answer as a node')
  expect(errors?.[0]).not.toContain(KEY)
  node.mode = 'well'
  await add()
  expect((await refusal(add())).code).toBe('conflict')
  expect((await refusal(add({ chainId: 4_040_404 }))).code).toBe('not_found')
})

test('out of use it is not asked, back in use it is; both are in the audit log', async () => {
  const { id: endpointId } = await add()
  await inOperator(WHO, (ctx) => setEndpointActive(ctx, { endpointId, isActive: false }))
  forgetChains()
  expect((await findChain(CHAIN_ID))?.rpcUrls).toEqual([])
  expect((await list()).items).toMatchObject([{ health: 'off', isActive: false }])
  await inOperator(WHO, (ctx) => setEndpointActive(ctx, { endpointId, isActive: true }))
  forgetChains()
  expect((await findChain(CHAIN_ID))?.rpcUrls).toHaveLength(1)
  const audit = await workerCtx().db.select().from(auditLog).where(eq(auditLog.target, endpointId))
  expect(audit.map(({ action }) => action)).toEqual(['endpoint.added', 'endpoint.disabled', 'endpoint.enabled'])
})

test('role, priority and name can be changed; an endpoint for sends only leaves the chain unserved', async () => {
  const { id: endpointId } = await add()
  const terms = { label: 'Sequencer', role: 'send_only', priority: 9 } as const
  await inOperator(WHO, (ctx) => updateEndpoint(ctx, { endpointId, ...terms }))
  forgetChains()
  const chain = await findChain(CHAIN_ID)
  expect(chain?.endpoints).toMatchObject([terms])
  expect(chain?.rpcUrls).toEqual([])
  const missing = inOperator(WHO, (ctx) => updateEndpoint(ctx, { endpointId: v7(), ...terms }))
  expect((await refusal(missing)).code).toBe('not_found')
})

test('whoever looks at a chain nobody uses sees how far its endpoints are, and which one is behind', async () => {
  const lagging = await startStubNode({ chainId: CHAIN_ID, head: 60n })
  await add()
  await add({ url: lagging.url, label: 'Slow', priority: 2 })
  forgetChains()
  expect((await list()).items).toMatchObject([
    { health: 'well', head: '77', lagBlocks: '0', latencyMs: expect.any(Number) },
    { health: 'behind', head: '60', lagBlocks: '17' },
  ])
  await lagging.close()
})

test('a test says how far the endpoint is, or what is wrong with it, and brings a paused one back', async () => {
  const { id: endpointId } = await add()
  const run = async () => {
    const tested = await inOperatorReading(WHO, (ctx) => probeEndpoint(ctx, { endpointId }))
    return inOperator(WHO, (ctx) => testEndpoint(ctx, { endpointId, tested }))
  }
  expect(await run()).toMatchObject({ problem: null, head: '77' })

  node.mode = 'reset'
  for (let round = 0; round < 4; round++) await run()
  expect((await list()).items).toMatchObject([{ health: 'paused' }])
  expect((await run()).problem).toContain('out of reach')

  node.mode = 'well'
  expect(await run()).toMatchObject({ problem: null })
  expect((await list()).items).toMatchObject([{ health: 'well', problem: null }])

  node.chainId = 5
  expect(await run()).toEqual({
    problem: `Serves chain 5 instead of ${CHAIN_ID}`,
    head: null,
    latencyMs: expect.any(Number),
  })
  expect((await list()).items).toMatchObject([{ health: 'wrong_chain' }])
})
