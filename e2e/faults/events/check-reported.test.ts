import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkReported } from './check-reported'

const SECRET = 'whsec_test'

function visit(id: string, { status = 'success', secret = SECRET, amount = '1' } = {}) {
  const body = JSON.stringify({ id, blockHash: '0x1', status, subscriptionId: 's', amount })
  const v1 = createHmac('sha256', secret).update(`1700000000.${body}`).digest('hex')
  return { body, path: '/', headers: { 'x-indexer-signature': `t=1700000000,v1=${v1}` } }
}
const TRUTH = ['a', 'b', 'c']
const check = (visits: ReturnType<typeof visit>[]) =>
  checkReported({ subscriptionId: 's', secret: SECRET, visits }, TRUTH)

test('what arrived whole, in order and twice at most under the same bytes is right', () => {
  expect(check([visit('a'), visit('b'), visit('b'), visit('c'), visit('a')])).toEqual({ findings: [], doubles: 2 })
})

test.each([
  [[visit('a'), visit('c')], 'b is lost'],
  [[visit('a'), visit('b'), visit('c'), visit('d')], 'd never happened'],
  [[visit('b'), visit('a'), visit('c')], 'in another order'],
  [[visit('a'), visit('a', { amount: '2' }), visit('b'), visit('c')], 'a came twice and not the same'],
  [[visit('a'), visit('b', { secret: 'other' }), visit('c')], 'b is signed wrongly'],
  [[visit('a'), visit('b'), visit('c', { status: 'reverted' })], 'c came as reverted'],
])('a fault is found', (visits, finding) => {
  expect(check(visits).findings.join()).toContain(finding)
})
