import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lanes } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { type DebitedWorld, delegationsOf, openDebitedWorld, usdOf } from '@/server/testing/debited-world'

let world: DebitedWorld

beforeAll(async () => {
  world = await openDebitedWorld({ gasStrategy: 'delegation', confirmations: 3 })
})
beforeEach(() => world.chain.resumeMining())
afterAll(() => world.close())

const stageOfDelegation = (address: string) => expect.poll(async () => (await delegationsOf([address]))[0]?.stage)

/** A transfer whose delegation is sent and not mined; the engine keeps running. */
async function withDelegationUnderWay() {
  const { address } = await world.newWallet(3_000_000n)
  await world.chain.holdMining()
  const { id } = await world.transfer(address, '2')
  const run = world.runEngine()
  await stageOfDelegation(address).toBe('broadcast')
  return { id, address, run }
}

test('thirty wallets without money get no delegation, and their transfers fail', async () => {
  const wallets = await Promise.all(Array.from({ length: 30 }, () => world.newWallet()))
  const sent = await Promise.all(
    wallets.map(({ address }, index) => world.transfer(address, '1', { cNGN: index % 2 === 0 })),
  )
  await world.runEngine()
  await world.runEngine()
  for (const { id } of sent)
    expect(await world.rowOf(id)).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/holds less/) })
  expect(await delegationsOf(wallets.map(({ address }) => address))).toEqual([])
  await world.expectSettled()
})

test('a call that reverts gets no delegation', async () => {
  const wallet = await world.newWallet()
  await world.chain.test.setBalance({ address: `0x${wallet.address.slice(2)}`, value: 1_000n })
  // The token contract refuses native coins.
  const { id } = await world.transfer(wallet.address, '0.0000000000000005', {
    cNGN: false,
    toAddress: world.chain.cngn.address,
  })
  await world.runEngine()
  expect(await world.rowOf(id)).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/revert/) })
  expect(await delegationsOf([wallet.address])).toEqual([])
  await world.expectSettled()
})

test('the first transfer of a wallet pays for its delegation, the next one does not', async () => {
  const wallet = await world.newWallet(5_000_000n)
  const sent = [await world.transfer(wallet.address, '1'), await world.transfer(wallet.address, '2')]
  const held = await Promise.all(sent.map(({ id }) => world.rowOf(id)))
  await world.runEngine()
  const rows = await Promise.all(sent.map(({ id }) => world.rowOf(id)))
  expect(rows.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED'])
  const [delegation, ...more] = await delegationsOf([wallet.address])
  expect(more).toEqual([])
  const expected = [usdOf(rows[0]?.feeWei ?? 0n, delegation?.feeWei ?? 0n), usdOf(rows[1]?.feeWei ?? 0n)]
  expect(rows.map(({ feeChargedMicros }) => feeChargedMicros)).toEqual(expected)
  // Both hold enough for the delegation, because either may turn out to pay for it.
  for (const [index, { feeHoldMicros }] of held.entries()) expect(feeHoldMicros).toBeGreaterThan(expected[index] ?? 0n)
  const later = await world.transfer(wallet.address, '1')
  const { feeHoldMicros } = await world.rowOf(later.id)
  expect(feeHoldMicros).toBeLessThan(held[0]?.feeHoldMicros ?? 0n)
  await world.runEngine()
  const row = await world.rowOf(later.id)
  expect(row.feeChargedMicros).toBe(usdOf(row.feeWei))
  await world.expectSettled()
})

test('a transfer whose money is gone when its turn comes still pays for its delegation', async () => {
  const { id, address, run } = await withDelegationUnderWay()
  await world.emptyOfTokens(address)
  world.chain.resumeMining()
  await run
  await world.runEngine()
  const [delegation] = await delegationsOf([address])
  expect(delegation).toMatchObject({ status: 'COMPLETED' })
  expect(await world.rowOf(id)).toMatchObject({
    status: 'FAILED',
    txHash: null,
    feeChargedMicros: usdOf(delegation?.feeWei ?? 0n),
  })
  await world.expectSettled()
})

test('a cancel pays for the delegation that was sent for it', async () => {
  const { id, address, run } = await withDelegationUnderWay()
  expect(await world.cancel(id)).toEqual({ outcome: 'requested' })
  expect((await world.rowOf(id)).status).toBe('PENDING')
  world.chain.resumeMining()
  await run
  await world.runEngine()
  const [delegation] = await delegationsOf([address])
  expect(await world.rowOf(id)).toMatchObject({
    status: 'FAILED',
    error: 'Cancelled before it was sent',
    feeChargedMicros: usdOf(delegation?.feeWei ?? 0n),
  })
  await world.expectSettled()
})

test('a cancel before signing also ends the delegation and costs nothing', async () => {
  const wallet = await world.newWallet(3_000_000n)
  const { db } = workerCtx()
  const relayers = (await listPlatformWallets(workerCtx())).filter(({ purpose }) => purpose === 'RELAYER')
  const hold = (notBefore: Date | null) =>
    db
      .update(lanes)
      .set({ notBefore })
      .where(
        inArray(
          lanes.walletId,
          relayers.map((relayer) => relayer.id),
        ),
      )
  await hold(new Date(Date.now() + 3_600_000))
  const { id } = await world.transfer(wallet.address, '2')
  const run = world.runEngine()
  await stageOfDelegation(wallet.address).toBe('queued')
  expect(await world.cancel(id)).toEqual({ outcome: 'cancelled' })
  await hold(null)
  await run
  const [delegation] = await delegationsOf([wallet.address])
  expect(delegation).toMatchObject({ status: 'FAILED', nonce: null })
  expect(await world.rowOf(id)).toMatchObject({ status: 'FAILED', feeChargedMicros: 0n })
  await world.expectSettled()
})

test('a delegation that a reorg removes is charged once', async () => {
  const { id, address, run } = await withDelegationUnderWay()
  await world.chain.test.mine({ blocks: 1 })
  await stageOfDelegation(address).toBe('mined')
  await world.chain.rebuild(1)
  world.chain.resumeMining()
  await run
  await world.runUntilEnded(id)
  // Depending on which of the two the new blocks include first, the operation is executed or not.
  const delegations = await delegationsOf([address])
  const row = await world.rowOf(id)
  expect(row.feeChargedMicros).toBe(usdOf(row.feeWei, ...delegations.map(({ feeWei }) => feeWei)))
  expect(delegations).toHaveLength(1)
  await world.expectSettled()
})
