import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { auditLog, idempotencyKeys } from '@/db/schema'
import { ENDPOINTS } from '@/registry/endpoints'
import { type Endpoint, operationOf } from '@/server/api/endpoint'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, workerCtx } from '@/server/ctx'
import { exampleCall } from '@/server/testing/examples'
import { openDatabase } from '@/server/testing/open-database'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { requireEnabledChain } from './require-chain'
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
/** A network that narrows a list is none that anything is done on. */
function namesChain({ body }: Endpoint): boolean {
  if (!body) return false
  const json = inputSchema.safeParse(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))
  return json.success && ('network' in json.data.properties || 'chainId' in json.data.properties)
}
const bodyOf = (endpoint: Endpoint) => z.record(z.string(), z.unknown()).parse(exampleCall(endpoint).body)
const taking = ENDPOINTS.filter(namesChain)

const MAINNETS = {
  'an EVM mainnet by its chain id': { chainType: 'EVM', chainId: 1 },
  'a mainnet by name and id': { chainType: 'EVM', chainId: 1, network: 'MAINNET' },
  'a mainnet by name that its id contradicts': { chainType: 'EVM', chainId: 84532, network: 'MAINNET' },
  'Solana by its id': { chainType: 'SOLANA', chainId: 101 },
  'Solana by name': { chainType: 'SOLANA', network: 'MAINNET' },
}

/** Where `network` is a family of chains; by its name alone it means the testnet of a limited project. */
const MAINNETS_OF_FAMILIES = {
  'a mainnet by its chain id': { network: 'BASE', chainId: 8_453 },
  'another mainnet by its chain id': { network: 'ETH', chainId: 1 },
  'Solana by its id': {
    network: 'SOL',
    chainId: 101,
    contractAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    events: ['mint'],
  },
}
/** The networks of operations that call it `chain`. */
const MAINNETS_OF_TOKENS = {
  'a mainnet by its chain id': { chain: 'BASE', chainId: 8_453 },
  'another mainnet by its chain id': { chain: 'ETH', chainId: 1 },
  'Solana by its id': { chain: 'SOL', chainId: 101 },
}

/** The networks of operations that name a chain by its id. */
const MAINNETS_OF_IDS = { 'a mainnet by its chain id': { chainId: 1 }, 'another mainnet by its id': { chainId: 8_453 } }

function networksOf({ path }: Endpoint): { mainnets: Record<string, object>; testnet: object } {
  if (path.startsWith('/v1/indexer/'))
    return { mainnets: MAINNETS_OF_FAMILIES, testnet: { network: 'BASE', chainId: 84532 } }
  if (path === '/v1/tokens') return { mainnets: MAINNETS_OF_TOKENS, testnet: { chain: 'BASE', chainId: 84532 } }
  if (path.startsWith('/v1/wallet/sweeps') || path.startsWith('/v1/wallet/contract/'))
    return { mainnets: MAINNETS_OF_IDS, testnet: { chainId: 84532 } }
  return { mainnets: MAINNETS, testnet: { chainType: 'EVM', chainId: 84532 } }
}
const mainnetsOf = (endpoint: Endpoint) => networksOf(endpoint).mainnets
const testnetOf = (endpoint: Endpoint) => networksOf(endpoint).testnet

test('there are endpoints that name a chain', () => {
  expect(taking.map(operationOf)).toEqual(
    expect.arrayContaining(['POST /v1/wallet/transaction', 'POST /v1/indexer/subscriptions']),
  )
})

describe.each(taking.map((endpoint) => [operationOf(endpoint), endpoint] as const))('%s', (_name, endpoint) => {
  test.each(Object.entries(mainnetsOf(endpoint)))('of a limited project refuses %s', async (_what, chain) => {
    const answer = await client.post(endpoint.path, { ...bodyOf(endpoint), ...chain }, randomUUID())
    expect(answer).toMatchObject({ code: 403, refusal: 'testnets_only', status: false })
    expect(answer.message).toContain('limited to testnets')
    expect(await workerCtx().db.$count(idempotencyKeys, eq(idempotencyKeys.businessId, client.businessId))).toBe(0)
  })

  test('lets it name a testnet, and everything once mainnets are allowed again', async () => {
    const post = (chain: object) => client.post(endpoint.path, { ...bodyOf(endpoint), ...chain }, randomUUID())
    expect((await post(testnetOf(endpoint))).code).not.toBe(403)
    await limit(false)
    for (const chain of Object.values(mainnetsOf(endpoint))) expect((await post(chain)).code).not.toBe(403)
  })
})

test('without network and chainId Solana means its testnet in a limited project, else MAINNET', async () => {
  expect((await requireEnabledChain(client.tenant, { chainType: 'SOLANA' })).network).toBe('TESTNET')
  await limit(false)
  expect((await requireEnabledChain(client.tenant, { chainType: 'SOLANA' })).network).toBe('MAINNET')
})

test('the choice is audited, of one project, and of no other', async () => {
  const other = await walletClient()
  expect((await requireEnabledChain(other.tenant, { chainType: 'SOLANA' })).network).toBe('MAINNET')
  const rows = await workerCtx()
    .db.select()
    .from(auditLog)
    .where(and(eq(auditLog.businessId, client.businessId), eq(auditLog.action, 'project.networks_chosen')))
  expect(rows.map(({ detail, projectId }) => [detail, projectId])).toEqual([
    [{ testnetsOnly: true }, client.tenant.projectId],
  ])
})
