import { expect, it } from 'vitest'
import { readArguments } from './read-arguments'

it('runs everything, or the stages that are named', () => {
  expect(readArguments([])).toEqual({ isLong: false, isAgain: false, selection: [] })
  expect(readArguments(['lint', 'unit'])).toEqual({ isLong: false, isAgain: false, selection: ['lint', 'unit'] })
  expect(readArguments(['--long', 'faults', '--again'])).toEqual({ isLong: true, isAgain: true, selection: ['faults'] })
  expect(readArguments(['changed'])).toEqual({ isLong: false, isAgain: false, selection: 'changed' })
})

it.each([
  [['units'], /units is not a stage/],
  [['--short'], /--short is not an option/],
  [['changed', 'lint'], /stands alone/],
  [['--long', 'changed'], /stands alone/],
])('refuses %j with its usage', (args, message) => {
  expect(() => readArguments(args)).toThrow(message)
  expect(() => readArguments(args)).toThrow(/usage: npm test/)
})
