import { expect, it } from 'vitest'
import type { MessageSource } from '@/schemas/webhooks/contract'
import { toSourceLink } from './source-link'

const href = (source: MessageSource, data: unknown, body = JSON.stringify({ data })) =>
  toSourceLink({ projectId: 'p', source, sourceId: 's', body })?.href ?? null

it.each<[MessageSource, unknown, string | null]>([
  ['transaction', {}, '/projects/p/transactions/s'],
  ['deposit', {}, '/projects/p/deposits/s'],
  ['sweep', { rule: { id: 'r' }, address: '0x1' }, '/projects/p/sweeps/r'],
  ['payment', { id: 'pay' }, '/projects/p/payments/pay'],
  ['token', { tokenId: 't', operationRef: 'o' }, '/projects/p/tokens/t/operations/o'],
  ['token', { tokenId: 't', index: 2 }, '/projects/p/tokens/t'],
  ['token', { id: 't', ticker: 'ACME' }, '/projects/p/tokens/t'],
  ['subscription', { id: 'sub' }, '/projects/p/plans?search=sub#subscriptions'],
  ['subscription', null, null],
  ['payment', null, null],
  ['test', {}, null],
])('a message of %s with %j leads to %s', (source, data, page) => {
  expect(href(source, data)).toBe(page)
})

it('a contract event leads to its event subscription', () => {
  const body = JSON.stringify({ eventType: 'Transfer', subscriptionId: 'e' })
  expect(href('indexer', null, body)).toBe('/projects/p/events/e')
})

it('takes a body that is no JSON', () => {
  expect(href('token', null, 'not JSON')).toBeNull()
})
