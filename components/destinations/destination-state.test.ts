import { expect, test } from 'vitest'
import { destinationState } from './destination-state'

test.each([
  ['active', null, 'active'],
  ['active', '2026-11-21T11:05:12.310Z', 'failing'],
  ['paused', '2026-11-21T11:05:12.310Z', 'paused'],
] as const)('a destination that is %s and fails since %s is shown as %s', (status, failingSince, state) => {
  expect(destinationState({ status, failingSince })).toBe(state)
})
