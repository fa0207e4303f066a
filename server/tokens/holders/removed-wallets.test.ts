import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registeredWalletPage } from '@/schemas/tokens/holders/contract'
import { openTokenWorld, PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'

const LONG = { timeout: 240_000 }
let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())

const listed = async (id: string, query = '') => {
  const { total, items } = registeredWalletPage.parse((await world.client.get(`/v1/tokens/${id}/wallets${query}`)).data)
  return { total, items: items.map(({ address, isRegistered }) => [address, isRegistered]) }
}
const remove = (id: string, address: string) =>
  world.client.delete(`/v1/tokens/${id}/wallets/${address}`, undefined, randomUUID())

test(
  'a removed wallet leaves the list of registered wallets and its count, and returns when it is registered again',
  LONG,
  async () => {
    const { id } = await world.active(PLAIN)
    const [stays, goes] = [await world.newWallet(), await world.newWallet()]
    const register = { address: goes, investorId: 'one', label: 'Gone', country: 'NG' }
    await world.done(id, 'wallets', { wallets: [{ address: stays, investorId: 'one' }, register] })
    const asked = await remove(id, goes)
    // Until the chain has removed it, it may still hold the token.
    expect((await listed(id)).total).toBe(2)
    expect((await world.ended(id, asked)).status).toBe('COMPLETED')
    expect(await listed(id)).toEqual({ total: 1, items: [[stays, true]] })
    expect(await listed(id, '?investorId=one')).toEqual({ total: 1, items: [[stays, true]] })
    const again = await world.ask(id, 'wallets', register)
    // A registration in progress is listed as not registered yet.
    expect((await listed(id)).items).toContainEqual([goes, false])
    expect((await world.ended(id, again)).status).toBe('COMPLETED')
    expect((await listed(id)).items).toContainEqual([goes, true])
  },
)

test('a wallet that is frozen and removed leaves the list too, and keeps its freeze', LONG, async () => {
  const { id } = await world.active(PLAIN)
  const address = await world.newWallet()
  await world.done(id, 'wallets', { address, investorId: 'one' })
  const frozen = await world.client.patch(`/v1/tokens/${id}/wallets/${address}`, { frozen: true }, randomUUID())
  expect((await world.ended(id, frozen)).status).toBe('COMPLETED')
  expect((await world.ended(id, await remove(id, address))).status).toBe('COMPLETED')
  expect(await listed(id)).toEqual({ total: 0, items: [] })
  await world.done(id, 'wallets', { address, investorId: 'one' })
  expect((await world.ask(id, 'mint', { to: address, amount: '1' })).refusal).toBe('frozen')
})
