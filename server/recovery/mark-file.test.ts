import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { oncePerProcess } from '@/db/once-per-process'
import { createLogger } from '@/server/logger'
import { readMarkFile, writeMarkFile } from './mark-file'

it('is written by several at once, as by containers whose processes all have the same id', async () => {
  const lines: string[] = []
  oncePerProcess('logger', () => createLogger('warn', { write: (line) => lines.push(line) }))
  const folder = mkdtempSync(join(tmpdir(), 'slipway-mark-'))
  const file = join(folder, 'slipway')
  await Promise.all(Array.from({ length: 50 }, () => writeMarkFile(file, 7)))
  expect(await readMarkFile(file)).toBe(7)
  expect(readdirSync(folder)).toEqual(['slipway'])
  expect(lines).toEqual([])
  rmSync(folder, { recursive: true })
})
