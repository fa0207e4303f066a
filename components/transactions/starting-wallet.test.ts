import { expect, test } from 'vitest'
import { startingWallet } from './starting-wallet'

const wallets = [{ id: 'newest' }, { id: 'swept' }, { id: 'funded' }, { id: 'oldest' }]
const worth = (walletId: string, values: object = {}) => ({
  ...{ walletId, valueUsd: '0.00', testnetUsd: '0.00', isPartial: false },
  ...values,
})

test.each([
  [
    'the latest deposit that was not swept on',
    ['swept', 'funded'],
    [worth('swept'), worth('funded', { testnetUsd: '0.06' })],
    'funded',
  ],
  ['any that holds something', ['swept'], [worth('oldest', { valueUsd: '3.00' })], 'oldest'],
  ['one whose value is not known in full', [], [worth('funded', { isPartial: true })], 'funded'],
  ['the latest deposit, where none holds anything', ['elsewhere', 'swept'], [worth('swept')], 'swept'],
  ['the newest, without deposits', [], [], 'newest'],
] as const)('a transfer starts with the wallet of %s', (_, depositors, worths, id) => {
  expect(startingWallet(wallets, { depositors, worths })?.id).toBe(id)
})

test('without a wallet there is none', () => {
  expect(startingWallet([], { depositors: ['a'], worths: [] })).toBeUndefined()
})
