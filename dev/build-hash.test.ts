import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hashSources } from './build-hash'

it('changes with contents and names, not with dates or tests', () => {
  const root = mkdtempSync(join(tmpdir(), 'slipway-hash-'))
  mkdirSync(join(root, 'server'))
  const file = join(root, 'server', 'one.ts')
  writeFileSync(file, 'export const one = 1')
  const first = hashSources(root, ['server', 'missing'])
  utimesSync(file, new Date(0), new Date(0))
  writeFileSync(join(root, 'server', 'one.test.ts'), 'it()')
  expect(hashSources(root, ['server', 'missing'])).toBe(first)
  writeFileSync(file, 'export const one = 2')
  expect(hashSources(root, ['server', 'missing'])).not.toBe(first)
  rmSync(root, { recursive: true })
})
