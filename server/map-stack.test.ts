import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toLoggedError } from './logger'
import { mapStack } from './map-stack'

const SOURCE = `type Amount = bigint

export function pay(amount: Amount): never {
  throw new Error('too much')
}
`
const folder = mkdtempSync(join(tmpdir(), 'slipway-maps-'))
const built = join(folder, 'dist', '[part].mjs')
/** Where the built file throws: its line and column. */
let place = ''

beforeAll(async () => {
  for (const name of ['dist', 'node_modules']) mkdirSync(join(folder, name))
  const { code, map } = await transform(SOURCE, { loader: 'ts', sourcemap: true, sourcefile: '../server/pay.ts' })
  for (const file of [built, join(folder, 'node_modules', 'part.mjs')]) {
    writeFileSync(file, code)
    writeFileSync(`${file}.map`, map)
  }
  const lines = code.split('\n')
  const line = lines.findIndex((text) => text.includes('new Error'))
  place = `${line + 1}:${(lines[line]?.indexOf('new Error') ?? 0) + 1}`
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['path', () => built],
  ['address', () => pathToFileURL(built).href],
])('a stack names places of the sources where it has the %s of what was built', (_, nameOf) => {
  expect(mapStack(`Error: too much\n    at pay (${nameOf()}:${place})\n    at async ${nameOf()}:${place}`)).toBe(
    `Error: too much\n    at pay (${folder}/server/pay.ts:4:9)\n    at async ${folder}/server/pay.ts:4:9`,
  )
})

test('a log line tells where in the sources an error was thrown', () => {
  const error = new Error('too much')
  error.stack = `Error: too much\n    at pay (${pathToFileURL(built)}:${place})`
  expect(toLoggedError(error)).toMatchObject({ stack: `Error: too much\n    at pay (${folder}/server/pay.ts:4:9)` })
})

test('places without a map of ours stay as they are', () => {
  writeFileSync(join(folder, 'dist', 'broken.js.map'), '{"version":3,')
  const stack = ['node_modules/part.mjs:4:9', 'dist/broken.js:1:1', 'dist/none.js:1:1']
    .map((name) => `    at pay (${folder}/${name})`)
    .concat('    at node:internal/process/task_queues:95:5')
    .join('\n')
  expect(mapStack(stack)).toBe(stack)
})
