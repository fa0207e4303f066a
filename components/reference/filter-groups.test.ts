import { expect, test } from 'vitest'
import { filterGroups } from './filter-groups'
import { groupByStatus } from './status-groups'

const groups = groupByStatus([
  { code: 'policy_limit', status: 422, means: 'The value is above a limit of a policy.' },
  { code: 'subscription_missing', status: 402, means: 'The project needs a plan.' },
  { code: 'address_blocked', status: 422, means: 'The address is on a list.' },
])
const codes = (query: string) => filterGroups(groups, query).flatMap(({ causes }) => causes.map(({ code }) => code))

test('causes are grouped by status, the lowest first', () => {
  expect(groups.map(({ title, anchor }) => [title, anchor])).toEqual([
    ['402 Payment required', 'status-402'],
    ['422 Unprocessable content', 'status-422'],
  ])
})

test('a filter reads the status and its name, the code and the meaning', () => {
  expect(codes('payment REQUIRED')).toEqual(['subscription_missing'])
  expect(codes('422 list')).toEqual(['address_blocked'])
  expect(codes('policy_')).toEqual(['policy_limit'])
  expect(codes(' ')).toHaveLength(3)
  expect(filterGroups(groups, 'nothing')).toEqual([])
})
