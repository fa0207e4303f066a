import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lanes } from '@/db/schema'
import { findChain } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { type DebitedWorld, openDebitedWorld } from '@/server/testing/debited-world'
import { RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { takeBackup } from '@/server/testing/restorable-database'
import { attachMined } from './attach-mined'

let world: DebitedWorld

beforeAll(async () => {
  world = await openDebitedWorld({ gasStrategy: 'topup' })
})
beforeEach(() => world.chain.resumeMining())
afterAll(() => world.close())

const FLOAT_UNITS = 10n ** 18n

/** A wallet that has sent before, with gas for many more transfers. */
async function fedWallet(tokenUnits: bigint) {
  const wallet = await world.newWallet(tokenUnits)
  const { id } = await world.transfer(wallet.address, '1')
  await world.runUntilEnded(id)
  await world.chain.test.setBalance({ address: `0x${wallet.address.slice(2)}`, value: FLOAT_UNITS })
  await workerCtx().db.update(lanes).set({ gasFloatUnits: FLOAT_UNITS }).where(eq(lanes.address, wallet.address))
  return { ...wallet, walletId: (await world.rowOf(id)).walletId }
}

async function requireChain() {
  const chain = await findChain(CHAIN_ID)
  if (!chain) throw new Error('the chain is missing')
  return chain
}

/** All blocks from one on. */
async function blocksFrom(first: bigint) {
  return { first, last: await world.chain.rpc.getBlockNumber({ cacheTime: 0 }) }
}

test('rows of a restored backup are attached to what their wallet sent, oldest first, and not sent again', async () => {
  const wallet = await fedWallet(20_000_000n)
  const before = await world.chain.tokenBalance(RECIPIENT)
  const first = (await world.chain.rpc.getBlockNumber({ cacheTime: 0 })) + 1n
  const sent = [
    await world.transfer(wallet.address, '1'),
    await world.transfer(wallet.address, '1'),
    await world.transfer(wallet.address, '2'),
  ]
  const backup = await takeBackup(world.databaseUrl)
  const lost = await world.transfer(wallet.address, '3')
  const ids = sent.map(({ id }) => id)
  await world.runUntilEnded(...ids, lost.id)
  const hashes = await Promise.all(ids.map(async (id) => (await world.rowOf(id)).txHash))
  const lostHash = (await world.rowOf(lost.id)).txHash

  await backup.restore()
  const later = await world.transfer(wallet.address, '1')
  const lane = { walletId: wallet.walletId, address: wallet.address }
  const search = async () =>
    attachMined(workerCtx(), await requireChain(), {
      ...{ lanes: [lane], blocks: await blocksFrom(first), keep: async () => {} },
    })
  const [found] = await search()
  expect(found?.attached).toEqual(ids.map((transactionId, index) => ({ transactionId, txHash: hashes[index] })))
  expect(found?.unmatched.map(({ hash }) => hash)).toEqual([lostHash])
  expect(found?.waiting).toEqual([later.id])
  expect((await search())[0]).toMatchObject({ attached: [], waiting: [later.id] })

  await world.runUntilEnded(...ids, later.id)
  const rows = await Promise.all(ids.map(world.rowOf))
  expect(rows.map(({ status, txHash }) => ({ status, txHash }))).toEqual(
    hashes.map((txHash) => ({ status: 'COMPLETED', txHash })),
  )
  expect((await world.rowOf(later.id)).status).toBe('COMPLETED')
  expect((await world.chain.tokenBalance(RECIPIENT)) - before).toBe(8_000_000n)
  await world.expectSettled()
})

test('a row that was signed before the backup and replaced after it ends with its last attempt', async () => {
  const wallet = await fedWallet(5_000_000n)
  await world.chain.holdMining()
  const { id } = await world.transfer(wallet.address, '1')
  const run = world.runEngine()
  await expect.poll(async () => (await world.rowOf(id)).stage).toBe('broadcast')
  const backup = await takeBackup(world.databaseUrl)
  await world.setTransaction(id, { speedUpRequestedAt: new Date() })
  await world.reasonsOf(id).toEqual(['first', 'bump'])
  world.chain.resumeMining()
  await run
  await world.runUntilEnded(id)
  const { txHash } = await world.rowOf(id)
  // The local chain keeps the state of few blocks, and a busy machine needs longer than those take.
  await world.chain.holdMining()

  await backup.restore()
  await world.runUntilEnded(id)
  expect(await world.rowOf(id)).toMatchObject({ status: 'COMPLETED', txHash })
  expect((await world.attemptsOf(id)).map(({ reason }) => reason)).toEqual(['first', 'found'])
  await world.expectSettled()
})
