import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startAnvil } from '../chains/anvil'
import { FAUCET_PRIVATE_KEY } from '../chains/deploy-tokens'
import { rpc } from '../chains/rpc'
import { findFreePort } from '../free-port'
import type { FaucetChains } from './funding-request'
import { type Faucet, startFaucet } from './serve-faucet'

const CHAIN_ID = 84532
const TO = '0x52908400098527886E0F7030069857D2E4169EE7'

let anvil: Awaited<ReturnType<typeof startAnvil>>
let faucet: Faucet
let chains: FaucetChains

beforeAll(async () => {
  const logFile = path.join(mkdtempSync(path.join(tmpdir(), 'slipway-faucet-')), 'anvil.log')
  anvil = await startAnvil({ chainId: CHAIN_ID, port: await findFreePort(), logFile, blockTimeSeconds: 1 })
  chains = {
    evm: [{ chainId: CHAIN_ID, rpcUrl: anvil.rpcUrl, tokens: [], faucetPrivateKey: FAUCET_PRIVATE_KEY }],
    solana: [],
  }
  faucet = await startFaucet()
})
afterAll(async () => {
  await faucet.close()
  await anvil.stop()
})

const ask = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, { headers: { 'content-type': 'application/json' }, ...init })
  return { status: response.status, body: z.unknown().parse(await response.json()) }
}
const give = (gift: object, url = faucet.url) => ask(url, { method: 'POST', body: JSON.stringify(gift) })

test('gives nothing until it knows the chains, then what they have', async () => {
  expect((await ask(faucet.url)).body).toEqual([])
  faucet.serve(chains)
  expect((await ask(faucet.url)).body).toEqual([{ chainId: CHAIN_ID, symbols: ['ETH'] }])
  const gift = { chainId: CHAIN_ID, address: TO, symbol: 'ETH', amount: '1.5' }
  expect(await give(gift)).toMatchObject({ status: 200, body: { hash: expect.stringMatching(/^0x/) } })
  expect(BigInt(String(await rpc(anvil.rpcUrl, 'eth_getBalance', [TO, 'latest'])))).toBe(parseEther('1.5'))
})

test('serves nobody who does not know its address, and no web page', async () => {
  const other = new URL('/', faucet.url).href
  expect((await give({}, other)).status).toBe(404)
  expect((await ask(faucet.url, { headers: { origin: 'http://evil.test' } })).status).toBe(403)
  expect(
    (await ask(faucet.url, { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } })).status,
  ).toBe(415)
})

test.each([
  ['another chain', { chainId: 1 }, 'Chain 1 has no faucet here: these have one: 84532.'],
  ['less than nothing', { amount: '-1' }, '-1 is not an amount such as 100 or 0.5.'],
  ['too much', { amount: '1000000.1' }, 'The faucet gives at most 1000000 at a time.'],
])('passes on why it refuses %s', async (_what, change, error) => {
  const gift = { chainId: CHAIN_ID, address: TO, symbol: 'ETH', amount: '1', ...change }
  expect(await give(gift)).toEqual({ status: 422, body: { error } })
})
