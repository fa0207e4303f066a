import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainTokens, wallets } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { createPayer } from '@/server/payments/payment-world.test-data'
import { ensurePlatformWallets } from '@/server/platform/gas-wallet'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { balance, CHAIN_ID, db, ModelAddress, type Move, move, TOKEN } from './recoveries-model.test-data'
import { openOnChains, takeToken } from './stablecoin-world.test-data'

openDatabase()
let node: Awaited<ReturnType<typeof startStubNode>>
beforeAll(async () => {
  await createPlatform()
  const methods = { eth_getBalance: () => `0x${balance.units.toString(16)}` }
  node = await startStubNode({ chainId: CHAIN_ID, methods })
  await ensurePlatformWallets()
  await addRpcEndpoint(CHAIN_ID, node.url)
  await takeToken({ chainId: CHAIN_ID, address: TOKEN, symbol: 'MODEL', decimals: 6, peg: 'NGN' })
  await db().insert(chainTokens).values({ chainId: CHAIN_ID, symbol: 'MODEL', address: TOKEN, decimals: 6 })
  forgetChains()
})
afterAll(() => node.close())

test('a recovery sends the deposits that two people named, each once, and every one can be ended', {
  timeout: 24 * 3_600_000,
}, async () => {
  const run = async (moves: readonly Move[]) => {
    const { accounts } = await openOnChains(await createPayer())
    const ours = accounts.find(({ chainId }) => chainId === CHAIN_ID)
    const [wallet] = await db()
      .select()
      .from(wallets)
      .where(eq(wallets.id, ours?.walletId ?? ''))
    if (!wallet) throw new Error('no address')
    const model = new ModelAddress(wallet.id, wallet.address)
    for (const one of moves) {
      await model.play(one)
      await model.expectAsked()
    }
    await model.endAll()
    await model.expectAsked()
    expect(await model.read()).toEqual([])
  }
  await fc.assert(fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 25 }), run), propertyRuns(20, 200))
})
