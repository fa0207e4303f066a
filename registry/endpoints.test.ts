import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildRouter } from '@/server/api/find-endpoint'
import { routeFiles } from '@/server/testing/route-files'
import { ENDPOINTS } from './endpoints'
import { getOpenApiDocumentEndpoint } from './openapi-endpoint'

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']
const all = [...ENDPOINTS, getOpenApiDocumentEndpoint]
const files = routeFiles()

test('every path of the registry has a route file and no file serves anything else', () => {
  const served = files.map((file) => file.path).filter((file) => !file.includes('{...'))
  expect(served.sort()).toEqual([...new Set(all.map((endpoint) => endpoint.path))].sort())
})

test.each(files)('$path only binds', async ({ path: routePath, load }) => {
  expect(Object.keys(await load()).sort()).toEqual(METHODS)
  const folder = routePath.slice(1).replaceAll('{', '[').replaceAll('}', ']')
  const source = readFileSync(path.resolve(import.meta.dirname, '../app', folder, 'route.ts'), 'utf8')
  const statements = source.replace(/^import [^']+'[^']+'$/gm, '').trim()
  expect(statements).toMatch(/^export const \{ GET, [A-Z, ]+ \} = serve\([\w\s,]*\)$/)
})

test('every method and path is described once', () => {
  const names = all.map((endpoint) => `${endpoint.method} ${endpoint.path}`)
  expect(new Set(names).size).toBe(names.length)
})

test('a fixed segment wins over a parameter', () => {
  const find = buildRouter(all)
  expect(find('/v1/wallet/transaction/history')?.endpoints[0]?.path).toBe('/v1/wallet/transaction/history')
  expect(find('/v1/wallet/transaction/abc')?.values).toEqual(['abc'])
  expect(find('/v1/wallet/transaction/%zz')).toBeNull()
  expect(find('/v1/wallet/transaction/a%00b')).toBeNull()
  expect(find('/v1/wallet/transaction/')).toBeNull()
})
