import { createServer, type Server } from 'node:http'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetChains } from '@/server/chains/registry'
import { inTenant } from '@/server/ctx'
import { parseEnv } from '@/server/environment/parse-env'
import { createPayer, type Payer } from '@/server/ledger/ledger.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { testEnvironment } from '@/server/testing/test-database'
import { listFaucetChains } from './call-faucet'
import { fundWallet } from './fund-wallet'

const CHAIN_ID = 84532

const database = openDatabase()
let server: Server
let answer: { status: number; body: unknown }
let asked: string[]
let payer: Payer

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    asked.push(text)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  // Before anything reads the environment.
  vi.stubEnv('FAUCET_URL', `http://127.0.0.1:${address.port}/secret`)
  forgetChains()
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(async () => {
  asked = []
  answer = { status: 200, body: { hash: '0xabc' } }
  payer = await createPayer(0n)
})

const fund = (change: object = {}, who = payer) =>
  inTenant(who, (ctx) =>
    fundWallet(ctx, { walletId: payer.walletId, chainId: CHAIN_ID, symbol: 'cNGN', amount: '100', ...change }),
  )

test("asks the faucet for the wallet's own address", async () => {
  expect(await fund()).toEqual({ hash: '0xabc' })
  expect(asked.map((text) => JSON.parse(text))).toEqual([
    { chainId: CHAIN_ID, address: payer.address, symbol: 'cNGN', amount: '100' },
  ])
})

test('asks for nothing where the wallet is foreign or the chain of another type', async () => {
  await expect(fund({}, await createPayer(0n))).rejects.toMatchObject({ code: 'not_found' })
  await expect(fund({ walletId: v7() })).rejects.toMatchObject({ code: 'not_found' })
  await expect(fund({ chainId: 103 })).rejects.toMatchObject({ code: 'invalid' })
  expect(asked).toEqual([])
})

test('says what the faucet says, and lists what it has', async () => {
  answer = { status: 422, body: { error: 'There is no DOGE on this chain.' } }
  await expect(fund({ symbol: 'DOGE' })).rejects.toMatchObject({
    code: 'failed',
    message: 'There is no DOGE on this chain.',
  })
  answer = { status: 200, body: [{ chainId: CHAIN_ID, symbols: ['ETH'] }] }
  expect(await listFaucetChains()).toEqual([{ chainId: CHAIN_ID, symbols: ['ETH'] }])
})

test.each([[{ BASE_URL: 'https://api.example.com' }], [{ FAUCET_URL: 'http://faucet.example.com/x' }]])(
  'a service that is not on loopback, or its faucet, does not start: %j',
  (change) => {
    const variables = {
      ...testEnvironment(database.url),
      FAUCET_URL: 'http://127.0.0.1:1/x',
      INNGEST_DEV: '1',
      ...change,
    }
    expect(() => parseEnv(variables)).toThrow('FAUCET_URL is wrong')
  },
)
