import { expect, test } from 'vitest'
import { matchingBusinesses } from './business-filter'

const ALL = [{ name: 'Lagoon Pay' }, { name: 'Harbour Funds' }]

test.each([
  ['', ['Lagoon Pay', 'Harbour Funds']],
  [' pay ', ['Lagoon Pay']],
  ['HARB', ['Harbour Funds']],
  ['bank', []],
])('%o finds %o', (search, names) => {
  expect(matchingBusinesses(ALL, search).map(({ name }) => name)).toEqual(names)
})
