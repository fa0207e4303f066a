import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactions } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { CLUSTER_ID, SOL } from '@/server/testing/local-solana'
import { changeRow, POISONS, statusesOf, unguardRows } from '@/server/testing/poisoned-rows'
import { requireChain } from '@/server/testing/require-chain'
import { openSolanaWorld, type SolanaWorld, someone } from '@/server/testing/solana-world'
import { runSolanaEngine } from './run-solana-engine'

let world: SolanaWorld

beforeAll(async () => {
  world = await openSolanaWorld()
  await unguardRows()
})
afterAll(() => world.close())

/** One run of the engine, this long after now. */
async function runOnce(laterMs = 0): Promise<void> {
  const at = new Date(Date.now() + laterMs)
  await runSolanaEngine({ ...workerCtx(), now: () => at }, await requireChain(CLUSTER_ID))
}

test.each(POISONS)('a queued row with %s delays no other row, and is sent after it is repaired', async (_, change) => {
  const recipient = someone()
  const wallets = [await world.business.newWallet(), await world.business.newWallet()] as const
  for (const wallet of wallets) await world.solana.setBalance(wallet, 2n * SOL)
  const poisoned = await world.business.transfer(wallets[0], recipient, '0.1')
  const others = [
    await world.business.transfer(wallets[0], recipient, '0.2'),
    await world.business.transfer(wallets[1], recipient, '0.3'),
  ]
  await changeRow(poisoned, change)
  await runOnce()
  expect(await statusesOf([poisoned, ...others])).toEqual(['PENDING', 'COMPLETED', 'COMPLETED'])
  const sound = { toAddress: recipient, tokenAddress: null, amountUnits: SOL / 10n }
  await workerCtx().db.update(transactions).set(sound).where(eq(transactions.id, poisoned))
  await runOnce(61_000)
  expect(await statusesOf([poisoned])).toEqual(['COMPLETED'])
})
