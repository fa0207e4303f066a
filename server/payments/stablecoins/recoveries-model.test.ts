import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wallets } from '@/db/schema'
import { createPayer } from '@/server/payments/payment-world.test-data'
import { propertyRuns } from '@/server/testing/proof'
import { db, openModelChain, openWallet } from './model-chain.test-data'
import { balance, ModelAddress, type Move, move } from './recoveries-model.test-data'

// Starts early: its model runs for ten seconds and more.
openModelChain({ eth_getBalance: () => `0x${balance.units.toString(16)}` })

test('a recovery sends the deposits that two people named, each once, and every one can be ended', {
  timeout: 24 * 3_600_000,
}, async () => {
  const run = async (moves: readonly Move[]) => {
    const walletId = await openWallet(await createPayer())
    const [wallet] = await db().select().from(wallets).where(eq(wallets.id, walletId))
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
