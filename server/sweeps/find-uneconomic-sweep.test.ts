import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chains, priceSources } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { forgetCaches } from '@/server/changing-cache'
import { inWorker } from '@/server/ctx'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import { busyOf, newSweeper, PATH, sweepAt } from './sweep-world.test-data'

openDatabase()
let local: LocalChain

beforeAll(async () => {
  local = await startLocalChain()
  await inWorker(async ({ db }) => {
    for (const symbol of ['ETH', 'cNGN']) {
      const fixed = { source: 'fixed' as const, fixedE8: symbol === 'ETH' ? 300_000_000_000n : 65_000n }
      await db
        .insert(priceSources)
        .values({ symbol, ...fixed })
        .onConflictDoUpdate({ target: priceSources.symbol, set: fixed })
    }
  })
  forgetCaches()
})
afterAll(() => local.stop())

async function setNetwork(network: 'MAINNET' | 'TESTNET'): Promise<void> {
  await inWorker(({ db }) => db.update(chains).set({ network }).where(eq(chains.chainId, CHAIN_ID)))
  forgetChains()
}

test('on a mainnet a sweep is worth three fees: a lower threshold is refused, and a high fee is waited out', async () => {
  const own = await newSweeper()
  const [wallet = ''] = await own.newWallets({ count: 1 })
  const body = { chainId: CHAIN_ID, tokenAddress: local.cngn.address, toAddress: own.treasury }
  const ruleId = await own.newRule({ ...body, threshold: '0.001' })
  await local.fundToken(wallet, 1_000n)
  await setNetwork('MAINNET')
  const low = await own.post(PATH, { ...body, purpose: 'ELSE', threshold: '0.001' }, randomUUID())
  const changed = await own.patch(`${PATH}/${ruleId}`, { threshold: '0.002' })
  for (const answer of [low, changed]) expect(answer).toMatchObject({ code: 400, param: 'threshold' })
  const high = await own.post(PATH, { ...body, purpose: 'ELSE', threshold: '1000000' }, randomUUID())
  expect(high).toMatchObject({ code: 201 })
  expect(await sweepAt()).toMatchObject({ accepted: 0, failed: 0, put_off: 1 })
  const waiting = { state: 'DUE', failures: 0, reason: expect.stringMatching(/^Worth \$/) }
  expect(await busyOf(ruleId)).toMatchObject([waiting])
  await setNetwork('TESTNET')
  expect(await sweepAt(61)).toMatchObject({ accepted: 1 })
})
