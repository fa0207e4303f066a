import { expect, test } from 'vitest'
import { resultFacts } from './result-facts'

test.each([
  [['1000000'], [{ label: 'Result', value: '1000000' }]],
  [
    ['1', false],
    [
      { label: 'Result 1', value: '1' },
      { label: 'Result 2', value: 'false' },
    ],
  ],
  [
    { reserve: '5', token: '0xT' },
    [
      { label: 'reserve', value: '5' },
      { label: 'token', value: '0xT' },
    ],
  ],
  [[['1', '2']], [{ label: 'Result', value: '[\n  "1",\n  "2"\n]' }]],
  [[], [{ label: 'Result', value: 'The function returns nothing' }]],
])('%j is shown by name or place', (result, facts) => {
  expect(resultFacts(result)).toEqual(facts)
})
