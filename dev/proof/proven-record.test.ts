import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { addProven, forgetProven, readProven } from './proven-record'

const folder = mkdtempSync(join(tmpdir(), 'slipway-record-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'deep', 'proven.json')

it('keeps what was proven of the same sources, until it is forgotten', () => {
  expect(readProven(file, 'a')).toEqual(new Set())
  addProven(file, 'a', 'lint')
  addProven(file, 'a', 'unit')
  expect(readProven(file, 'a')).toEqual(new Set(['lint', 'unit']))
  expect(readProven(file, 'b')).toEqual(new Set())
  addProven(file, 'b', 'build')
  expect(readProven(file, 'b')).toEqual(new Set(['build']))
  forgetProven(file)
  expect(readProven(file, 'b')).toEqual(new Set())
})

it('takes a record that was cut off, or is of another version, as none', () => {
  for (const text of ['{"sources":"a","sta', '{"sources":"a","stages":["rockets"]}']) {
    writeFileSync(file, text)
    expect(readProven(file, 'a')).toEqual(new Set())
  }
})
