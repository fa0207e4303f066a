import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '@/registry/endpoints'
import { openApiDocument } from '@/server/api/openapi/document'

const SAMPLES = ['checkout', 'payroll'] as const
const ROOT = join(import.meta.dirname, '..')
const read = (sample: string, file: string) => readFileSync(join(import.meta.dirname, sample, file), 'utf8')

test.each(SAMPLES)('the README of %s sets each variable that the program reads, and no other', (sample) => {
  const set = [...read(sample, 'README.md').matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name]) => name)
  const [names = ''] = /readEnv\(([^)]*)\)/.exec(read(sample, 'main.ts'))?.slice(1) ?? []
  const needed = [...names.matchAll(/'(\w+)'/g)].map(([, name]) => name)
  expect(needed.length).toBeGreaterThan(3)
  expect(set.sort()).toEqual(needed.sort())
})

test.each(SAMPLES)('%s without its variables names those that are missing', async (sample) => {
  const args = ['--import', 'tsx', join('examples', sample, 'main.ts'), 'payroll.csv']
  const env = { NODE_ENV: 'test', PATH: process.env.PATH, TOKEN: '0x01' } as const
  const ended = new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env }, (_, __, stderr) => resolve(stderr))
  })
  const said = await ended
  expect(said).toContain('Set SLIPWAY_API_KEY, SLIPWAY_BASE_URL, ')
  expect(said).not.toContain('TOKEN')
  // A person reads it: no stack.
  expect(said.trim().split('\n')).toHaveLength(1)
})

test('the references of the payroll are none of the reference, whose examples readers send too', () => {
  const csv = /```csv\n([\s\S]*?)```/.exec(read('payroll', 'README.md'))?.[1] ?? ''
  const references = csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0] ?? '')
  expect(references).toHaveLength(2)
  const document = JSON.stringify(openApiDocument(ENDPOINTS, 'https://api.example.com'))
  expect(references.filter((reference) => document.includes(JSON.stringify(reference)))).toEqual([])
})
