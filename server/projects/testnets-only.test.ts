import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { auditLog, idempotencyKeys } from '@/db/schema'
import { type Endpoint, operationOf } from '@/server/api/endpoint'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, workerCtx } from '@/server/ctx'
import { ENDPOINTS } from '@/server/registry/endpoints'
import { exampleCall } from '@/server/testing/examples'
import { openDatabase } from '@/server/testing/open-database'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { requireNetwork } from '@/server/transactions/prepare/require-network'
import { setTestnetsOnly } from './set-testnets-only'

openDatabase()
let client: WalletClient

beforeEach(async () => {
  client = await walletClient()
  await limit(true)
})

async function limit(testnetsOnly: boolean): Promise<void> {
  await inTenant(client.tenant, (ctx) => setTestnetsOnly({ ...ctx, ...client.tenant }, { testnetsOnly }))
  forgetCaches()
}

const inputSchema = z.object({ properties: z.record(z.string(), z.unknown()).default({}) })
const namesChain = ({ body, query }: Endpoint) =>
  [body, query].some((schema) => {
    if (!schema) return false
    const json = inputSchema.safeParse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
    return json.success && ('network' in json.data.properties || 'chainId' in json.data.properties)
  })
const bodyOf = (endpoint: Endpoint) => z.record(z.string(), z.unknown()).parse(exampleCall(endpoint).body)
const taking = ENDPOINTS.filter(namesChain)

const MAINNETS = {
  'an EVM mainnet by its chain id': { chainType: 'EVM', chainId: 1 },
  'a mainnet by name and id': { chainType: 'EVM', chainId: 1, network: 'MAINNET' },
  'a mainnet by name that its id contradicts': { chainType: 'EVM', chainId: 84532, network: 'MAINNET' },
  'Solana by its id': { chainType: 'SOLANA', chainId: 101 },
  'Solana by name': { chainType: 'SOLANA', network: 'MAINNET' },
}

test('there are endpoints that name a chain', () => {
  expect(taking.map(operationOf)).toEqual(expect.arrayContaining(['POST /v1/wallet/transaction']))
})

describe.each(taking.map((endpoint) => [operationOf(endpoint), endpoint] as const))('%s', (_name, endpoint) => {
  test.each(Object.entries(MAINNETS))('of a limited project refuses %s', async (_what, chain) => {
    const answer = await client.post(endpoint.path, { ...bodyOf(endpoint), ...chain }, randomUUID())
    expect(answer).toMatchObject({ code: 403, refusal: 'testnets_only', status: false })
    expect(answer.message).toContain('limited to testnets')
    expect(await workerCtx().db.$count(idempotencyKeys, eq(idempotencyKeys.businessId, client.businessId))).toBe(0)
  })

  test('lets it name a testnet, and everything once mainnets are allowed again', async () => {
    const post = (chain: object) => client.post(endpoint.path, { ...bodyOf(endpoint), ...chain }, randomUUID())
    expect((await post({ chainType: 'EVM', chainId: 84532 })).code).not.toBe(403)
    await limit(false)
    for (const chain of Object.values(MAINNETS)) expect((await post(chain)).code).not.toBe(403)
  })
})

test('without network and chainId Solana means its testnet in a limited project, else MAINNET', async () => {
  expect((await requireNetwork(client.tenant, { chainType: 'SOLANA' })).network).toBe('TESTNET')
  await limit(false)
  expect((await requireNetwork(client.tenant, { chainType: 'SOLANA' })).network).toBe('MAINNET')
})

test('the choice is audited, of one project, and of no other', async () => {
  const other = await walletClient()
  expect((await requireNetwork(other.tenant, { chainType: 'SOLANA' })).network).toBe('MAINNET')
  const rows = await workerCtx()
    .db.select()
    .from(auditLog)
    .where(and(eq(auditLog.businessId, client.businessId), eq(auditLog.action, 'project.networks_chosen')))
  expect(rows.map(({ detail, projectId }) => [detail, projectId])).toEqual([
    [{ testnetsOnly: true }, client.tenant.projectId],
  ])
})
