import { expect, test } from 'vitest'
import { eventKeyOf } from './webhook-signature'

const bytes = (text: string) => new TextEncoder().encode(text)

test('the key of an event comes from its content', () => {
  expect(eventKeyOf(bytes('{}'), ['charge.success', '42'])).toBe('charge.success:42')
})

test.each([
  ['that cannot be read', []],
  ['that lacks a word', ['charge.success', undefined]],
  ['whose words are too long', ['charge.success', 'x'.repeat(201)]],
])('the key of an event %s comes from its bytes and is unique', (_, parts) => {
  const [one, other] = [eventKeyOf(bytes('{"a":1'), parts), eventKeyOf(bytes('{"a":2'), parts)]
  expect(one).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(eventKeyOf(bytes('{"a":1'), parts)).toBe(one)
  expect(other).not.toBe(one)
})
