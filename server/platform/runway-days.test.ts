import { expect, test } from 'vitest'
import { runwayDays } from './runway-days'

test.each([
  ['nothing was spent', 100n, 0n, 0n, null],
  ['the week was steady', 70n, 10n, 70n, 7],
  ['the last day was more expensive than the week', 70n, 35n, 70n, 2],
  ['the last day was quiet', 70n, 0n, 70n, 7],
  ['nothing is left', 0n, 1n, 7n, 0],
  ['it lasts for part of a day, rounded down', 19n, 100n, 100n, 0.1],
  ['it lasts beyond any plan', 10n ** 30n, 1n, 7n, 3650],
])('runway when %s', (_, heldUnits, dayUnits, weekUnits, days) => {
  expect(runwayDays(heldUnits, { dayUnits, weekUnits })).toBe(days)
})
