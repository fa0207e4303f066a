import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FAULT_POINTS } from './fault-point'

const SOURCES = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))

test.each(FAULT_POINTS)('%s is an edge of the code', (point) => {
  expect(SOURCES.some((source) => source.includes(`faultPoint('${point}')`))).toBe(true)
})
