import { expect, test } from 'vitest'
import type { Endpoint } from '@/server/api/endpoint'
import { readSource, sourcesIn } from './testing/sources'

const files = sourcesIn('server')
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'id' in value && 'handle' in value

/** `wallets`, of a noun that people or programs can call. */
const named = (file: string) =>
  files.filter((candidate) => candidate.endsWith(`/${file}`) && !candidate.includes('/registry/'))

test.each(named('endpoints.ts'))('%s exports each endpoint under its id', async (file) => {
  const exported = Object.entries(await import(`@/${file}`)).filter(([, value]) => isEndpoint(value))
  expect(exported.length).toBeGreaterThan(0)
  expect(exported.map(([name]) => name)).toEqual(
    exported.map(([, value]) => `${isEndpoint(value) && value.id}Endpoint`),
  )
})

test.each(named('router.ts'))('%s takes what comes in by a contract', (file) => {
  expect(readSource(file)).not.toMatch(/from 'zod'/)
})

test.each([...named('router.ts'), ...named('endpoints.ts')])('%s stands beside its contract', (file) => {
  expect(files).toContain(file.replace(/[^/]+$/, 'contract.ts'))
})
