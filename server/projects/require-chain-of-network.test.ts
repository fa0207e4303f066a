import { afterEach, beforeAll, expect, test } from 'vitest'
import { forgetChains } from '@/server/chains/registry'
import { env } from '@/server/env'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { requireChainOfNetwork } from './require-chain-of-network'

openDatabase()
const LOCAL = 'http://127.0.0.1:3000'
const ELSEWHERE = 'https://api.example.com'
let tenant: { projectId: string }

beforeAll(async () => {
  tenant = await createTenant()
  for (const chainId of [101, 103, 8_453, 84_532, 4_202]) await addRpcEndpoint(chainId, `http://127.0.0.1:9/${chainId}`)
  forgetChains()
})
afterEach(() => {
  env().BASE_URL = LOCAL
})

test.each([
  ['SOL', LOCAL, 103],
  ['SOL', ELSEWHERE, 101],
  ['BASE', ELSEWHERE, 8_453],
  ['LISK', ELSEWHERE, 4_202],
  ['LISK', LOCAL, 4_202],
] as const)('%s without a chainId means at %s chain %i', async (network, baseUrl, chainId) => {
  env().BASE_URL = baseUrl
  expect(await requireChainOfNetwork(tenant, { network })).toMatchObject({ chainId })
})

test('a given chainId means that chain', async () => {
  for (const chainId of [101, 103]) {
    expect(await requireChainOfNetwork(tenant, { network: 'SOL', chainId })).toMatchObject({ chainId })
  }
})
