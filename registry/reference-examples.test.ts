import { expect, test } from 'vitest'
import { readReference } from '@/components/reference/read-reference'
import { openApiDocument } from '@/server/api/openapi/document'
import { parseInput } from '@/server/api/parse-input'
import { requireExactNumbers } from '@/server/api/require-exact-numbers'
import { withoutNulls } from '@/server/api/without-nulls'
import { openDatabase } from '@/server/testing/open-database'
import { ENDPOINTS } from './endpoints'

openDatabase()

const reference = () =>
  readReference(JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, 'http://127.0.0.1:3000'))), [])
const bodies = () =>
  reference()
    .groups.flatMap(({ operations }) => operations)
    .flatMap(({ id, body }) => (body ? [{ id, example: body.example }] : []))

test('the body that a form of the reference begins with is one that the operation takes', () => {
  expect(bodies().length).toBeGreaterThan(20)
  const refused = bodies().flatMap(({ id, example }) => {
    const endpoint = ENDPOINTS.find((one) => one.id === id)
    if (!endpoint?.body || endpoint.takesBytes) return []
    try {
      if (endpoint.exactNumbers) requireExactNumbers(new TextEncoder().encode(example))
      parseInput(endpoint.body, withoutNulls(endpoint.body, JSON.parse(example)))
      return []
    } catch (error) {
      return [[id, example, error]]
    }
  })
  expect(refused).toEqual([])
})
