import { expect, test } from 'vitest'
import { CAPABILITIES, CAPABILITY_REFUSALS, capabilitiesOf, isCapability } from './capabilities'
import { PLANS, PRODUCTS } from './seed-data'

test('every capability is sold by a product that exists, and every plan grants what its own sells', () => {
  const ids = PRODUCTS.map(({ id }) => id)
  for (const { productId } of Object.values(CAPABILITIES)) expect(ids).toContain(productId)
  for (const { productId, capabilities = [] } of PLANS)
    expect(capabilitiesOf(productId)).toEqual(expect.arrayContaining([...capabilities]))
})

test.each([
  ['wallet.transfer.create', 'Capability wallet.transfer.create not granted'],
  ['indexer.history.read', 'Missing required capability: indexer.history.read'],
  ['tokenization.token.mint', 'Capability tokenization.token.mint not granted'],
] as const)('refuses %s in the words of its area', (name, words) => {
  expect(CAPABILITY_REFUSALS[CAPABILITIES[name].refusal](name)).toBe(words)
})

test('knows no other names, not even those every object has', () => {
  for (const name of ['wallet', 'wallet.hd', 'toString', '__proto__', '']) expect(isCapability(name)).toBe(false)
})

test('whoever may subscribe to events by a free plan may also pause and end what they made', () => {
  const free = PLANS.find(({ productId, priceMonthlyMinor }) => productId === 2 && priceMonthlyMinor === 0n)
  expect(free?.capabilities).toEqual(expect.arrayContaining(['indexer.subscribe.evm', 'indexer.subscription.update']))
})

test('the free plan of the Wallet product lets a first transfer and a first signature through, in small numbers', () => {
  const free = PLANS.find(({ productId, priceMonthlyMinor }) => productId === 1 && priceMonthlyMinor === 0n)
  expect(free?.capabilities).toEqual(expect.arrayContaining(['wallet.transfer.create', 'wallet.hd.sign']))
  expect(free?.planQuotas).toEqual(
    expect.arrayContaining([
      { name: 'transfers', limit: 1_000 },
      { name: 'signatures', limit: 1_000 },
    ]),
  )
})
