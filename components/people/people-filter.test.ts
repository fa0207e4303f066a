import { expect, test } from 'vitest'
import { matchingPeople } from './people-filter'

const member = (name: string, businessName: string) => ({
  name,
  email: `${name.toLowerCase()}@example.test`,
  memberships: [{ businessId: 'b', businessName, role: 'owner' as const }],
})
const PEOPLE = [member('Ada', 'Lagoon Pay'), member('Tunde', 'Harbour'), { ...member('Ope', ''), memberships: [] }]

test.each([
  ['', ['Ada', 'Tunde', 'Ope']],
  [' ADA@EX', ['Ada']],
  ['harb', ['Tunde']],
  ['tun', ['Tunde']],
  ['nobody', []],
])('%j finds %j', (search, names) => {
  expect(matchingPeople(PEOPLE, search).map(({ name }) => name)).toEqual(names)
})
