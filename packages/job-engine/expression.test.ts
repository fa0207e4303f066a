import { expect, test } from 'vitest'
import { keyOf, matches } from './expression'
import { equalityPath, valueAt } from './match'

const scope = { event: { data: { id: 'a', n: 5, list: ['q'] } }, async: { data: { id: 'a' } } }

test.each([
  ['event.data.id == async.data.id', true],
  ['event.data.n > 4.5 && event.data.list.exists(x, x == "q")', true],
  ['event.data.n == 5', true],
  ['event.data.n == 6', false],
  ['event.data.missing == "a"', false],
  ['event.data.missing == event.data.also_missing', false],
  ['event.data.id ==', false],
  ['event.data.n', false],
])('%s is %s', (expression, expected) => {
  expect(matches(expression, scope)).toBe(expected)
})

test('makes keys of any value, and one shared key of none', () => {
  expect(keyOf('event.data.id', scope)).toBe('a')
  expect(keyOf('event.data.id + "-" + string(event.data.n)', scope)).toBe('a-5')
  expect(keyOf('event.data.list', scope)).toBe('["q"]')
  expect(keyOf('event.data.missing', scope)).toBe('')
})

test('recognises an equality of one field and looks it up by value', () => {
  expect(equalityPath('event.data.id == async.data.id')).toBe('data.id')
  expect(equalityPath('event.data.id == async.data.other')).toBeNull()
  expect(equalityPath('event.data.id == async.data.id && true')).toBeNull()
  expect(valueAt(scope.event, 'data.id')).toBe('"a"')
  expect(valueAt(scope.event, 'data.none.deeper')).toBeNull()
})
