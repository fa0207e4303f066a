import { and, eq, inArray } from 'drizzle-orm'
import { encodeAbiParameters, getAddress, keccak256 } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lanes, priceSources, transactions } from '@/db/schema'
import { deployDelegate } from '@/dev/chains/deploy-delegate'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { postCredit } from '@/server/ledger/post-credit'
import { readBalance } from '@/server/ledger/read-balance'
import { usdMicrosUp } from '@/server/money/usd'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { type EngineWorld, holdMining, openEngineWorld, resumeMining } from './engine-world'
import { CHAIN_ID } from './local-chain'

const PRICE_E8 = 2_500_00000000n

let world: EngineWorld

beforeAll(async () => {
  world = await openEngineWorld({ confirmations: 3 })
  const delegateAddress = await deployDelegate({ rpcUrl: world.chain.anvil.rpcUrl })
  for (const { address } of await listPlatformWallets(workerCtx()))
    await world.chain.test.setBalance({ address: `0x${address.slice(2)}`, value: 10n ** 21n })
  await world.setChain({ gasPolicy: 'debited', gasStrategy: 'delegation', delegateAddress, l1Fee: 'none' })
  const fixed = { source: 'fixed' as const, fixedE8: PRICE_E8 }
  await workerCtx()
    .db.insert(priceSources)
    .values({ symbol: 'ETH', ...fixed })
    .onConflictDoUpdate({ target: priceSources.symbol, set: fixed })
  await inWorker(({ db }) =>
    postCredit(db, {
      businessId: world.tenant.businessId,
      micros: 10_000_000_000n,
      reason: 'test',
      createdBy: 'test',
    }),
  )
})
beforeEach(() => resumeMining(world.chain))
afterAll(() => world.close())

const reserved = async () => (await inTenant(world.tenant, (ctx) => readBalance(ctx))).reserved

/** The delegations of wallets that were ever asked for. */
const delegationsOf = (addresses: string[]) =>
  workerCtx()
    .db.select()
    .from(transactions)
    .where(
      and(
        eq(transactions.chainId, CHAIN_ID),
        eq(transactions.type, 'DELEGATE'),
        inArray(transactions.toAddress, addresses),
      ),
    )

/** What a row has to be charged for these fees of the chain. */
const usd = (...fees: (bigint | null)[]) =>
  usdMicrosUp(
    fees.reduce<bigint>((sum, fee) => sum + (fee ?? 0n), 0n),
    18,
    PRICE_E8,
  )

/** Nothing is held any more, and the ledger adds up. */
async function expectSettled(): Promise<void> {
  expect(await reserved()).toBe('0.00')
  expect(await ledgerDrift(workerCtx().db)).toEqual([])
}

const cancel = (transactionId: string) =>
  inTenant(world.tenant, (ctx) => cancelTransaction(ctx, { transactionId, reason: 'a slip' }))

test('thirty wallets without money get no delegation, and what they asked for fails', { timeout: 60_000 }, async () => {
  const wallets = await Promise.all(Array.from({ length: 30 }, () => world.newWallet()))
  const sent = await Promise.all(
    wallets.map(({ address }, place) => world.transfer(address, '1', { cNGN: place % 2 === 0 })),
  )
  await world.pump()
  await world.pump()
  for (const { id } of sent)
    expect(await world.rowOf(id)).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/holds less/) })
  expect(await delegationsOf(wallets.map(({ address }) => address))).toEqual([])
  await expectSettled()
})

test('a call that reverts gets no delegation', async () => {
  const wallet = await world.newWallet()
  await world.chain.test.setBalance({ address: `0x${wallet.address.slice(2)}`, value: 1_000n })
  // A token takes no native coin.
  const { id } = await world.transfer(wallet.address, '0.0000000000000005', {
    cNGN: false,
    toAddress: world.chain.cngn.address,
  })
  await world.pump()
  expect(await world.rowOf(id)).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/revert/) })
  expect(await delegationsOf([wallet.address])).toEqual([])
  await expectSettled()
})

test('the first transfer of a wallet pays for its delegation, the next one does not', async () => {
  const wallet = await world.newWallet(5_000_000n)
  const sent = [await world.transfer(wallet.address, '1'), await world.transfer(wallet.address, '2')]
  const held = await Promise.all(sent.map(({ id }) => world.rowOf(id)))
  await world.pump()
  const rows = await Promise.all(sent.map(({ id }) => world.rowOf(id)))
  expect(rows.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED'])
  const [delegation, ...more] = await delegationsOf([wallet.address])
  expect(more).toEqual([])
  const expected = [usd(rows[0]?.feeWei ?? 0n, delegation?.feeWei ?? 0n), usd(rows[1]?.feeWei ?? 0n)]
  expect(rows.map(({ feeChargedMicros }) => feeChargedMicros)).toEqual(expected)
  // Either may turn out to be the one that needs it.
  for (const [place, { feeHoldMicros }] of held.entries()) expect(feeHoldMicros).toBeGreaterThan(expected[place] ?? 0n)
  const later = await world.transfer(wallet.address, '1')
  const { feeHoldMicros } = await world.rowOf(later.id)
  expect(feeHoldMicros).toBeLessThan(held[0]?.feeHoldMicros ?? 0n)
  await world.pump()
  const row = await world.rowOf(later.id)
  expect(row.feeChargedMicros).toBe(usd(row.feeWei))
  await expectSettled()
})

test('one whose money is gone when its turn comes pays for the delegation it needed', async () => {
  const wallet = await world.newWallet(3_000_000n)
  await holdMining(world.chain)
  const { id } = await world.transfer(wallet.address, '2')
  const run = world.pump()
  await expect
    .poll(async () => (await delegationsOf([wallet.address]))[0]?.stage, { timeout: 10_000 })
    .toBe('broadcast')
  await emptyOfTokens(wallet.address)
  await resumeMining(world.chain)
  await run
  await world.pump()
  const [delegation] = await delegationsOf([wallet.address])
  expect(delegation).toMatchObject({ status: 'COMPLETED' })
  expect(await world.rowOf(id)).toMatchObject({
    status: 'FAILED',
    txHash: null,
    feeChargedMicros: usd(delegation?.feeWei ?? 0n),
  })
  await expectSettled()
})

test('a cancel pays for the delegation that was sent for it', async () => {
  const wallet = await world.newWallet(3_000_000n)
  await holdMining(world.chain)
  const { id } = await world.transfer(wallet.address, '2')
  const run = world.pump()
  await expect
    .poll(async () => (await delegationsOf([wallet.address]))[0]?.stage, { timeout: 10_000 })
    .toBe('broadcast')
  expect(await cancel(id)).toEqual({ outcome: 'requested' })
  expect((await world.rowOf(id)).status).toBe('PENDING')
  await resumeMining(world.chain)
  await run
  await world.pump()
  const [delegation] = await delegationsOf([wallet.address])
  expect(await world.rowOf(id)).toMatchObject({
    status: 'FAILED',
    error: 'Cancelled before it was sent',
    feeChargedMicros: usd(delegation?.feeWei ?? 0n),
  })
  await expectSettled()
})

test('a cancel takes along a delegation that nobody signed yet, and costs nothing', async () => {
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
  const run = world.pump()
  await expect.poll(async () => (await delegationsOf([wallet.address]))[0]?.stage, { timeout: 10_000 }).toBe('queued')
  expect(await cancel(id)).toEqual({ outcome: 'cancelled' })
  await hold(null)
  await run
  const [delegation] = await delegationsOf([wallet.address])
  expect(delegation).toMatchObject({ status: 'FAILED', nonce: null })
  expect(await world.rowOf(id)).toMatchObject({ status: 'FAILED', feeChargedMicros: 0n })
  await expectSettled()
})

test('a delegation that a reorganisation undoes is charged once', { timeout: 60_000 }, async () => {
  const wallet = await world.newWallet(3_000_000n)
  await holdMining(world.chain)
  const { id } = await world.transfer(wallet.address, '2')
  const run = world.pump()
  await expect
    .poll(async () => (await delegationsOf([wallet.address]))[0]?.stage, { timeout: 10_000 })
    .toBe('broadcast')
  await world.chain.test.mine({ blocks: 1 })
  await expect.poll(async () => (await delegationsOf([wallet.address]))[0]?.stage, { timeout: 10_000 }).toBe('mined')
  await world.chain.rpc.request({ method: 'anvil_reorg' as never, params: [1, []] as never })
  await resumeMining(world.chain)
  await run
  while ((await world.read(id)).status === 'PENDING') await world.pump()
  // Whether it is carried out or not depends on which of the two the new blocks take first.
  const delegations = await delegationsOf([wallet.address])
  const row = await world.rowOf(id)
  expect(row.feeChargedMicros).toBe(usd(row.feeWei, ...delegations.map(({ feeWei }) => feeWei)))
  expect(delegations).toHaveLength(1)
  await expectSettled()
})

/** Behind everybody's back: the token keeps balances in its first slot. */
async function emptyOfTokens(address: string): Promise<void> {
  const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [getAddress(address), 0n]))
  await world.chain.test.setStorageAt({ address: world.chain.cngn.address, index, value: `0x${'0'.repeat(64)}` })
}
