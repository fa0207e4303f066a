import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { codeOf, type Guide } from '@/components/guides/guide'
import { quickstart } from '@/components/guides/quickstart'
import { toolsGuide } from '@/components/guides/tools-guide'
import { COMMANDS } from './src/commands'

const BASE = 'https://api.example.com'
const calls = callsOf(quickstart(BASE))
const others = callsOf(toolsGuide(BASE))

function callsOf(guide: Guide): string[][] {
  const lines = codeOf(guide).flatMap(({ code }) => code.split('\n'))
  return lines.filter((line) => line.startsWith('slipway ')).map((line) => line.split(' ').slice(1))
}

test('the guides have commands of the command line', () => {
  expect(calls).toHaveLength(4)
  expect(others).toHaveLength(5)
})

test.each([...calls, ...others].map(([name = '', ...args]) => [name, args] as const))(
  'slipway %s takes its options',
  (name, args) => {
    const command = COMMANDS.find((one) => one.name === name)
    const options = Object.entries({ ...command?.options, 'base-url': { type: 'string' as const } })
    const { values, positionals } = parseArgs({
      args,
      options: Object.fromEntries(options.map(([option, { type }]) => [option, { type }])),
      allowPositionals: true,
    })
    expect(command?.name).toBe(name)
    expect(Object.keys(values).length + positionals.length).toBeGreaterThan(0)
    const [least, most] = command?.takes ?? [Number.NaN, Number.NaN]
    expect(positionals.length).toBeGreaterThanOrEqual(least)
    expect(positionals.length).toBeLessThanOrEqual(most)
  },
)
