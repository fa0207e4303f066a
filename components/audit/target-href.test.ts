import { expect, test } from 'vitest'
import { targetHref } from './target-href'

const ID = '0193a000-0000-7000-8000-0000000000aa'

test.each([
  ['deposit.cleared', `/projects/own/deposits/${ID}`],
  ['indexer-subscription.updated', `/projects/own/events/${ID}`],
  ['subscription.activated', `/projects/own/plans?search=${ID}#subscriptions`],
  ['wallet.bound', `/projects/own/wallets/${ID}`],
  ['indexer-subscription.deleted', null],
  ['member.role_changed', null],
])('the target of %s leads to %s', (action, href) => {
  expect(targetHref({ action, target: ID, projectId: 'own', detail: {} }, 'current')).toBe(href)
})

test('an entry of the business leads to a page of the project that is open', () => {
  const entry = { action: 'wallet.update', target: ID, projectId: null, detail: {} }
  expect(targetHref(entry, 'current')).toBe(`/projects/current/wallets/${ID}`)
  expect(targetHref(entry, null)).toBeNull()
})

test('an operator gets the pages of operators', () => {
  const entry = { action: 'transaction.cancelled', target: ID, projectId: 'own', detail: {} }
  expect(targetHref(entry, null)).toBe(`/operator/transactions/${ID}`)
  expect(targetHref({ ...entry, action: 'deposit.cleared' }, null)).toBe(`/projects/own/deposits/${ID}`)
})

test('an operation of a token leads to the token', () => {
  const entry = { action: 'token.operation', target: 'op-1', projectId: 'own', detail: { tokenId: ID } }
  expect(targetHref(entry, 'own')).toBe(`/projects/own/tokens/${ID}`)
})

test('a target that is no id leads nowhere', () => {
  const entry = { action: 'wallet.generate', target: 'EVM 0-1', projectId: 'own', detail: {} }
  expect(targetHref(entry, 'own')).toBeNull()
})
