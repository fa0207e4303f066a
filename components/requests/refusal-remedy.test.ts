import { expect, test } from 'vitest'
import { refusalRemedy } from './refusal-remedy'

const ID = '0193a000-0000-7000-8000-0000000000aa'
const remedyOf = (call: Partial<Parameters<typeof refusalRemedy>[0]> & { code: string }) =>
  refusalRemedy({ projectId: 'p', path: '/v1/wallet/transaction', transactionId: null, requestBody: null, ...call })

test.each([
  ['policy_limit', '/projects/p/policy'],
  ['ip_blocked', '/projects/p/allowlist'],
  ['subscription_missing', '/projects/p/plans'],
  ['balance_insufficient', '/projects/p/balance'],
])('%s is resolved at %s', (code, href) => expect(remedyOf({ code })?.href).toBe(href))

test('a transaction that failed, or that the path names, is opened', () => {
  const href = `/projects/p/transactions/${ID}`
  expect(remedyOf({ code: 'reverted', transactionId: ID })?.href).toBe(href)
  expect(remedyOf({ code: 'transaction_ended', path: `/v1/wallet/transaction/${ID}/cancel` })?.href).toBe(href)
  expect(remedyOf({ code: 'frozen', path: `/v1/tokens/${ID}/mint` })?.href).toBe(`/projects/p/tokens/${ID}`)
})

test('a reference that is taken leads to the list that shows its object', () => {
  const requestBody = JSON.stringify({ amount: '1', reference: 'order 7&8' })
  const remedy = remedyOf({ code: 'reference_used', requestBody })
  expect(remedy?.href).toBe('/projects/p/transactions?search=order%207%268')
  expect(remedyOf({ code: 'reference_used', path: '/v1/sweeps', requestBody })).toBeNull()
})

test('a code that only another call remedies has no page', () => {
  expect(remedyOf({ code: 'rate_limited' })).toBeNull()
  expect(remedyOf({ code: 'validation_failed' })).toBeNull()
})
