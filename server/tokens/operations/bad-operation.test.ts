import { randomUUID } from 'node:crypto'
import { type Address, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenOperations } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { newWallet } from '@/server/testing/new-wallet'
import { walletClient } from '@/server/testing/wallet-client'
import { openTokenWorld, PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'

const LONG = { timeout: 240_000 }
let world: TokenWorld
let id: string
let contract: string
let holder: Address
beforeAll(async () => {
  world = await openTokenWorld()
  const token = await world.active(PLAIN)
  id = token.id
  contract = token.contractAddress
  holder = await world.newWallet()
  await world.done(id, 'wallets', { address: holder, investorId: 'one' })
})
afterAll(() => world.close())

const stranger = (): Address => privateKeyToAddress(generatePrivateKey())
const countOperations = () => workerCtx().db.$count(tokenOperations)

/** Expects that only this field is invalid, and that nothing is recorded. */
async function refused(what: string, body: unknown, field: string): Promise<void> {
  const before = await countOperations()
  const answer = await world.ask(id, what, body)
  expect([what, answer.code, answer.errors?.map((error) => error.split(':')[0])]).toEqual([what, 400, [field]])
  expect(await countOperations()).toBe(before)
}

/** An address with a wrong checksum. */
function misspelt(address: Address): string {
  const letter = [...address].findIndex((one, n) => n > 1 && /[a-f]/i.test(one))
  const one = address[letter] ?? ''
  const turned = one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()
  return address.slice(0, letter) + turned + address.slice(letter + 1)
}

const BAD_AMOUNTS = ['0', '0.0', '0.000000', '-1', '+1', '1e3', '1.0000001', '', ' ', '1,5', '.', 'NaN', '0x1', '١']
test.each(BAD_AMOUNTS)('refuses the amount %j', async (amount) => {
  await refused('mint', { to: holder, amount }, 'amount')
  await refused(
    'mint',
    {
      items: [
        { to: holder, amount: '1' },
        { to: holder, amount },
      ],
    },
    'items.1.amount',
  )
  await refused('burn', { from: holder, amount }, 'amount')
  await refused('transfer', { from: holder, to: world.admin, amount }, 'amount')
  await refused('transfer', { from: holder, to: world.admin, amount, forced: true }, 'amount')
})

test('refuses an amount that is a number, or above the range of the contract', async () => {
  await refused('mint', { to: holder, amount: 1 }, 'amount')
  await refused('mint', { to: holder, amount: '9'.repeat(160) }, 'amount')
  await refused('mint', { to: holder, amount: (2n ** 128n).toString() }, 'amount')
  const most = `${2n ** 128n / 10n ** 6n}`
  expect(await world.ask(id, 'mint', { to: holder, amount: most })).toMatchObject({ code: 202 })
})

test('the supply may reach its maximum and not exceed it', LONG, async () => {
  const full = await world.active(PLAIN)
  const most = 2n ** 128n - 1n
  const whole = `${most / 10n ** 6n}.${String(most % 10n ** 6n).padStart(6, '0')}`
  await world.done(full.id, 'mint', { to: world.admin, amount: whole })
  expect(await world.supplyOf(full.contractAddress)).toBe(most)
  expect(await world.ask(full.id, 'mint', { to: world.admin, amount: '0.000001' })).toMatchObject({
    code: 422,
    refusal: 'supply_limit',
    data: { status: 'FAILED', code: 'supply_limit' },
  })
})

test('refuses an invalid address', async () => {
  for (const wrong of [
    'nobody',
    '0x12',
    zeroAddress,
    misspelt(holder),
    `${holder}00`,
    'So11111111111111111111111111111111111111112',
  ]) {
    await refused('mint', { to: wrong, amount: '1' }, 'to')
    await refused('mint', { items: [{ to: wrong, amount: '1' }] }, 'items.0.to')
    await refused('burn', { from: wrong, amount: '1' }, 'from')
    await refused('transfer', { from: holder, to: wrong, amount: '1' }, 'to')
    await refused('transfer', { from: wrong, to: holder, amount: '1', forced: true }, 'from')
    await refused('wallets', { address: wrong, investorId: 'one' }, 'address')
    await refused('wallets', { wallets: [{ address: wrong, investorId: 'one' }] }, 'wallets.0.address')
  }
  for (const wrong of ['', ' ', null, 5]) await refused('mint', { to: wrong, amount: '1' }, 'to')
})

test('the token cannot hold itself, and its tokenAdmin is not registered', async () => {
  await refused('mint', { to: contract, amount: '1' }, 'to')
  await refused('transfer', { from: holder, to: contract.toLowerCase(), amount: '1' }, 'to')
  await refused('wallets', { address: contract, investorId: 'itself' }, 'address')
  await refused('wallets', { address: world.admin, investorId: 'admin' }, 'address')
})

test('refuses too few, too many and duplicate lines', LONG, async () => {
  const lines = Array.from({ length: 1_001 }, stranger)
  await refused('mint', { items: [] }, 'items')
  await refused('mint', { items: lines.map((to) => ({ to, amount: '1' })) }, 'items')
  await refused('wallets', { wallets: [] }, 'wallets')
  await refused('wallets', { wallets: lines.map((address) => ({ address, investorId: 'x' })) }, 'wallets')
  const twice = [stranger(), holder, holder.toLowerCase()].map((address) => ({ address, investorId: 'one' }))
  await refused('wallets', { wallets: twice }, 'wallets.2.address')
  const removed = await world.client.delete(`/v1/tokens/${id}/wallets`, { addresses: [holder, holder] }, randomUUID())
  expect([removed.code, removed.errors?.[0]]).toEqual([400, expect.stringContaining('addresses.1')])
})

test('names the invalid field of a single wallet as it was given', async () => {
  const removed = await world.client.delete(`/v1/tokens/${id}/wallets/nobody`, undefined, randomUUID())
  expect([removed.code, removed.param]).toEqual([400, 'address'])
  const taken = await world.ask(id, 'wallets', { address: holder, investorId: 'another' })
  expect([taken.code, taken.refusal, taken.message]).toEqual([
    422,
    'wallet_taken',
    'Not sent: the wallet belongs to another investor',
  ])
})

test('requires either one or many', async () => {
  const line = { to: holder, amount: '1' }
  await refused('mint', { ...line, items: [line] }, 'items')
  await refused('mint', { amount: '1' }, 'to')
  await refused('mint', { to: holder }, 'amount')
  const wallet = { address: stranger(), investorId: 'two' }
  await refused('wallets', { ...wallet, wallets: [wallet] }, 'wallets')
  await refused('wallets', { address: wallet.address }, 'investorId')
  await refused('wallets', { investorId: 'two' }, 'address')
  // Ignoring the label would lose it silently.
  await refused('wallets', { wallets: [wallet], label: 'Custody' }, 'wallets')
  await refused('wallets', { wallets: [wallet], country: 'NG' }, 'wallets')
})

test.each([
  ['mint', { to: zeroAddress, amount: '1', colour: 'red' }, 'colour'],
  ['burn', { from: zeroAddress, amount: '1', colour: 'red' }, 'colour'],
  ['transfer', { from: 0, to: zeroAddress, amount: '1', colour: 'red' }, 'colour'],
  ['transfer', { from: 1.5, to: zeroAddress, amount: '1' }, 'from'],
  ['transfer', { from: -1, to: zeroAddress, amount: '1' }, 'from'],
  ['transfer', { from: 0, to: zeroAddress, amount: '1', forced: 'yes' }, 'forced'],
  ['pause', { colour: 'red' }, 'colour'],
  ['call', { colour: 'red' }, 'colour'],
  ['wallets', { address: zeroAddress, investorId: '', colour: 'red' }, 'investorId'],
  ['wallets', { address: zeroAddress, investorId: 'x'.repeat(121) }, 'investorId'],
  ['wallets', { address: zeroAddress, investorId: 'x', country: 'ng' }, 'country'],
  ['mint', { to: zeroAddress, amount: '1', webhookSecret: 's'.repeat(32) }, 'webhookSecret'],
])('%s refuses %j', async (what, body, field) => {
  const before = await countOperations()
  const answer = await world.ask(id, what, body)
  expect([answer.code, answer.errors?.map((error) => error.split(':')[0])]).toEqual([
    400,
    expect.arrayContaining([field]),
  ])
  expect(await countOperations()).toBe(before)
})

test('a forced transfer names its holder by address', async () => {
  await refused('transfer', { from: 0, to: holder, amount: '1', forced: true }, 'from')
})

test('refuses to send from a wallet of another business, an unknown one or an outside one', async () => {
  const { tenant } = await walletClient()
  const foreign = await newWallet(tenant)
  const before = await countOperations()
  const sent = (from: string | number) => world.ask(id, 'transfer', { from, to: holder, amount: '1' })
  expect(await sent(foreign.address)).toMatchObject({ code: 403, refusal: 'wallet_foreign', param: 'from' })
  expect(await sent(stranger())).toMatchObject({ code: 404, refusal: 'wallet_not_found', param: 'from' })
  expect(await sent(2_147_483_647)).toMatchObject({ code: 404, refusal: 'wallet_not_found', param: 'from' })
  expect(await countOperations()).toBe(before)
})

test('a token without coupons pays none and cannot be called', async () => {
  expect(await world.ask(id, 'call')).toMatchObject({ code: 422, refusal: 'not_callable' })
  expect(await world.ask(id, `yield/${randomUUID()}/pay`)).toMatchObject({ code: 404, refusal: 'coupon_not_found' })
  await refused('yield/none/pay', {}, 'couponId')
})

test('freezes and thaws only a wallet with a current, past or pending registration', async () => {
  const nobody = stranger()
  for (const frozen of [true, false]) {
    const answer = await world.client.patch(`/v1/tokens/${id}/wallets/${nobody}`, { frozen }, randomUUID())
    expect([answer.code, answer.refusal]).toEqual([422, 'not_registered'])
  }
  const soon = await world.newWallet()
  const registered = await world.ask(id, 'wallets', { address: soon, investorId: 'soon' })
  const frozen = await world.client.patch(`/v1/tokens/${id}/wallets/${soon}`, { frozen: true }, randomUUID())
  expect((await world.ended(id, registered)).status).toBe('COMPLETED')
  expect((await world.ended(id, frozen)).status).toBe('COMPLETED')
  expect((await world.ask(id, 'mint', { to: soon, amount: '1' })).refusal).toBe('frozen')
})
