import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { quickstart } from '@/components/guides/quickstart'
import { COMMANDS } from './src/commands'

const lines = quickstart('https://api.example.com').code.flatMap(({ code }) => code.split('\n'))
const calls = lines.filter((line) => line.startsWith('slipway ')).map((line) => line.split(' ').slice(1))

test('the quickstart of the docs has four commands', () => {
  expect(calls).toHaveLength(4)
})

test.each(calls.map(([name = '', ...args]) => [name, args] as const))('slipway %s takes its options', (name, args) => {
  const command = COMMANDS.find((one) => one.name === name)
  const options = Object.entries({ ...command?.options, 'base-url': { type: 'string' as const } })
  const { values, positionals } = parseArgs({
    args,
    options: Object.fromEntries(options.map(([option, { type }]) => [option, { type }])),
    allowPositionals: true,
  })
  expect(Object.keys(values).length).toBeGreaterThan(0)
  const [least, most] = command?.takes ?? [Number.NaN, Number.NaN]
  expect(positionals.length).toBeGreaterThanOrEqual(least)
  expect(positionals.length).toBeLessThanOrEqual(most)
})
