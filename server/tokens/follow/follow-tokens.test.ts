import { and, eq, isNull } from 'drizzle-orm'
import { type Address, getAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarms, chainCursors, tokenEvents, tokens, tokenWallets } from '@/db/schema'
import { holderPage } from '@/schemas/tokens/holders/contract'
import { inWorker, workerCtx } from '@/server/ctx'
import { openTokenWorld, PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'
import { rebuildToken } from './rebuild-token'
import { storeEvents } from './store-tokens'
import { watchTokens } from './watch-tokens'

const LONG = { timeout: 240_000 }
let world: TokenWorld
let fund: Awaited<ReturnType<TokenWorld['active']>>
const [ada, ben, eve] = [stranger(), stranger(), stranger()]

beforeAll(async () => {
  world = await openTokenWorld()
  fund = await world.active(PLAIN)
  const wallets = [
    { address: ada, investorId: 'ada' },
    { address: ben, investorId: 'ben' },
    // Another wallet of the same investor.
    { address: eve, investorId: 'ada' },
  ]
  await world.done(fund.id, 'wallets', { wallets })
})
afterAll(() => world.close())

function stranger(): Address {
  return privateKeyToAddress(generatePrivateKey())
}

const db = () => workerCtx().db
const holders = async (query = '') =>
  holderPage.parse((await world.client.get(`/v1/tokens/${fund.id}/holders${query}`)).data)
const rowOf = async (address: Address) => {
  const [row] = await db()
    .select()
    .from(tokenWallets)
    .where(and(eq(tokenWallets.tokenId, fund.id), eq(tokenWallets.address, address)))
  return row
}
const openAlarms = () =>
  db()
    .select()
    .from(alarms)
    .where(and(eq(alarms.kind, 'token_index_differs'), isNull(alarms.closedAt)))

test('holders match the chain, now and at a block; two wallets of an investor are one holder', LONG, async () => {
  await world.done(fund.id, 'mint', { to: ada, amount: '100' })
  const before = await holders()
  await world.done(fund.id, 'mint', {
    items: [
      { to: ben, amount: '50' },
      { to: eve, amount: '25' },
    ],
  })
  await world.done(fund.id, 'burn', { from: ada, amount: '40' })
  expect(await world.read(fund.id)).toMatchObject({ totalSupply: '135', holderCount: 2 })
  const now = await holders()
  expect(now.items.map(({ address, balance, sharePercent }) => [address, balance, sharePercent])).toEqual([
    [ada, '60', '44.4444'],
    [ben, '50', '37.0370'],
    [eve, '25', '18.5185'],
  ])
  const then = await holders(`?block=${before.block}`)
  expect(then.items.map(({ address, balance }) => [address, balance])).toEqual([[ada, '100']])
  expect(then).toMatchObject({ totalSupply: '100', total: 1, block: before.block })
  for (const [n, address] of [ada, ben, eve].entries())
    expect((await holders(`?pageSize=1&page=${n + 1}`)).items.map((one) => one.address)).toEqual([address])
  expect((await holders('?pageSize=2&page=2')).items.map(({ address }) => address)).toEqual([eve])
  expect((await holders('?pageSize=2&page=9')).items).toEqual([])
})

test('a line that the token refuses has its reason, and the others complete', LONG, async () => {
  const items = [
    { to: ada, amount: '1' },
    { to: stranger(), amount: '1' },
    { to: ben, amount: '1' },
  ]
  const minted = await world.done(fund.id, 'mint', { items })
  expect(minted.items?.map(({ status, code }) => [status, code])).toEqual([
    ['COMPLETED', null],
    ['FAILED', 'not_registered'],
    ['COMPLETED', null],
  ])
  const all = await world.ask(fund.id, 'mint', { items: [{ to: stranger(), amount: '1' }] })
  expect([all.code, all.refusal]).toEqual([422, 'not_registered'])
})

test('an index that differs from its chain has an alarm until it agrees again', LONG, async () => {
  await world.follow()
  expect(await watchTokens(workerCtx())).toBe(0)
  const row = await rowOf(ben)
  await db()
    .update(tokenWallets)
    .set({ balanceUnits: 1n })
    .where(and(eq(tokenWallets.tokenId, fund.id), eq(tokenWallets.address, ben)))
  await db().update(tokens).set({ holderCount: 7 }).where(eq(tokens.id, fund.id))
  expect(await watchTokens(workerCtx())).toBe(1)
  const [alarm] = await openAlarms()
  expect(alarm).toMatchObject({ subject: fund.id })
  expect(alarm?.message).toContain('the number of holders is 7 here and 2 on chain')
  expect(alarm?.message).toContain(`the balance of ${ben} is 1 here and ${row?.balanceUnits} on chain`)
  await inWorker((ctx) => rebuildToken(ctx.db, fund.id, ctx.now()))
  expect(await watchTokens(workerCtx())).toBe(0)
  expect(await openAlarms()).toEqual([])
})

test('a rebuild from stored events gives the same state', LONG, async () => {
  const state = async () => ({
    wallets: await db()
      .select()
      .from(tokenWallets)
      .where(eq(tokenWallets.tokenId, fund.id))
      .orderBy(tokenWallets.address),
    view: await holders(),
    token: await world.read(fund.id),
  })
  const before = await state()
  await inWorker((ctx) => rebuildToken(ctx.db, fund.id, ctx.now()))
  const after = await state()
  const couponEvents = ({ wallets }: typeof before) =>
    wallets.map(({ address, balanceUnits, isRegistered, investorKey }) => [
      address,
      balanceUnits,
      isRegistered,
      investorKey,
    ])
  expect(couponEvents(after)).toEqual(couponEvents(before))
  expect(after.view).toEqual(before.view)
  expect({ ...after.token, updatedAt: '' }).toEqual({ ...before.token, updatedAt: '' })
})

test('one range may contain more wallets than a statement has parameters', LONG, async () => {
  const many = await world.active({ ...PLAIN, ticker: 'MANY' })
  const addressOf = (n: number) => getAddress(`0x${(n + 1_000_000).toString(16).padStart(40, '0')}`)
  const at = { tokenId: many.id, businessId: world.client.businessId, blockHash: '0x1', blockTime: 1, txHash: '0x2' }
  const events = Array.from({ length: 34_000 }, (_, n) => ({
    ...{ ...at, blockNumber: 10n ** 9n, logIndex: n, name: 'WalletRegistered' },
    args: { wallet: addressOf(n), investor: `0x${n.toString(16).padStart(64, '0')}` },
  }))
  await inWorker(({ db: own, now }) => storeEvents(own, events, now()))
  const isKnown = and(eq(tokenWallets.tokenId, many.id), eq(tokenWallets.isRegistered, true))
  expect(await db().$count(tokenWallets, isKnown)).toBe(events.length)
  await inWorker(({ db: own, now }) => rebuildToken(own, many.id, now()))
  expect(await db().$count(tokenWallets, isKnown)).toBe(events.length)
  await db().delete(tokenEvents).where(eq(tokenEvents.tokenId, many.id))
})

test('a reorg below the read position rolls back the lost events', LONG, async () => {
  await world.follow()
  const supply = (await world.read(fund.id)).totalSupply
  const revert = await world.chain.snapshot()
  await world.done(fund.id, 'mint', { to: ben, amount: '1000' })
  expect((await world.read(fund.id)).totalSupply).not.toBe(supply)
  const events = await db().$count(tokenEvents, eq(tokenEvents.tokenId, fund.id))
  await revert()
  await expect
    .poll(async () => {
      await world.follow().catch(() => {})
      return (await world.read(fund.id)).totalSupply
    })
    .toBe(supply)
  expect(await db().$count(tokenEvents, eq(tokenEvents.tokenId, fund.id))).toBe(events - 1)
  expect(await world.onChain(fund.contractAddress, ben)).toBe((await rowOf(ben))?.balanceUnits)
  const [cursor] = await db().select().from(chainCursors).where(eq(chainCursors.consumer, 'tokens'))
  expect(cursor?.blockHash).toMatch(/^0x/)
  expect(getAddress(fund.contractAddress)).toBe(fund.contractAddress)
})
