import { expect, test } from 'vitest'
import type { PaymentException } from '@/schemas/payments/words'
import { surplusOf } from './surplus-of'

const paid = (exceptions: PaymentException[], receivedNgn: string) =>
  ({ status: 'SUCCESS', exceptions, receivedNgn, amountNgn: '23250' }) as const

test.each([
  ['46500', ['OVERPAID'], '23250'],
  ['23250.5', ['OVERPAID', 'LATE'], '0.5'],
  ['23250', ['DUPLICATE'], null],
  ['46500', [], null],
] as const)('a payment of 23250 that received %s with %o has a surplus of %s', (receivedNgn, exceptions, surplus) => {
  expect(surplusOf(paid([...exceptions], receivedNgn))).toBe(surplus)
})

test('an open payment has none', () => {
  expect(surplusOf({ ...paid(['OVERPAID'], '46500'), status: 'PENDING' })).toBeNull()
})
