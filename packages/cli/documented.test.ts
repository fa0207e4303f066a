import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from './src/commands'

const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
/** The first column of the table of commands, as it is typed. */
const named = Array.from(readme.matchAll(/^\| (`.*?`) \|/gm), ([, cell = '']) => cell)
  .flatMap((cell) => cell.split(','))
  .map((text) => text.replaceAll('`', '').trim())

test('the README names each command, and none that there is not', () => {
  const names = new Set(named.map((text) => text.split(' ')[0]))
  expect([...names].sort()).toEqual(COMMANDS.map(({ name }) => name).sort())
})

test('each option in the README is one of a command', () => {
  const known = new Set(['json', 'base-url', 'global', ...COMMANDS.flatMap(({ options }) => Object.keys(options))])
  const given = Array.from(readme.matchAll(/--([a-z][a-z-]*)/g), ([, option = '']) => option)
  expect(given.length).toBeGreaterThan(10)
  expect(given.filter((option) => !known.has(option))).toEqual([])
})
