import { expect, test } from 'vitest'
import { refusalCure } from './refusal-cure'

const ID = '0193a000-0000-7000-8000-0000000000aa'
const cureOf = (call: Partial<Parameters<typeof refusalCure>[0]> & { code: string }) =>
  refusalCure({ projectId: 'p', path: '/v1/wallet/transaction', transactionId: null, requestBody: null, ...call })

test.each([
  ['policy_limit', '/projects/p/policy'],
  ['ip_blocked', '/projects/p/allowlist'],
  ['subscription_missing', '/projects/p/plans'],
  ['balance_insufficient', '/projects/p/balance'],
])('%s is cured at %s', (code, href) => expect(cureOf({ code })?.href).toBe(href))

test('a transaction that failed, or that the path names, is opened', () => {
  const href = `/projects/p/transactions/${ID}`
  expect(cureOf({ code: 'reverted', transactionId: ID })?.href).toBe(href)
  expect(cureOf({ code: 'transaction_ended', path: `/v1/wallet/transaction/${ID}/cancel` })?.href).toBe(href)
  expect(cureOf({ code: 'frozen', path: `/v1/tokens/${ID}/mint` })?.href).toBe(`/projects/p/tokens/${ID}`)
})

test('a reference that is taken leads to the list that shows its object', () => {
  const requestBody = JSON.stringify({ amount: '1', reference: 'order 7&8' })
  const cure = cureOf({ code: 'reference_used', requestBody })
  expect(cure?.href).toBe('/projects/p/transactions?search=order%207%268')
  expect(cureOf({ code: 'reference_used', path: '/v1/sweeps', requestBody })).toBeNull()
})

test('a code that only another call cures has no page', () => {
  expect(cureOf({ code: 'rate_limited' })).toBeNull()
  expect(cureOf({ code: 'validation_failed' })).toBeNull()
})
