import { expect, test } from 'vitest'
import { listGuides } from '@/components/guides/guides'
import { listDocsPages } from '@/components/reference/docs-pages'
import { readReference } from '@/components/reference/read-reference'
import { errorsToMarkdown, eventToMarkdown, operationToMarkdown } from '@/components/reference/to-markdown'
import { OPERATIONS } from '@/packages/sdk/src/generated/operations'
import { openApiDocument } from '@/server/api/openapi/document'
import { parseInput, withoutNulls } from '@/server/api/parse-input'
import { requireExactNumbers } from '@/server/api/parse-json'
import { listCauses } from '@/server/refusals/refusals'
import { openDatabase } from '@/server/testing/open-database'
import { ENDPOINTS } from './endpoints'

openDatabase()

const docs = () => {
  const reference = readReference(
    JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, 'http://127.0.0.1:3000'))),
    listCauses(),
  )
  return { reference, pages: listDocsPages(reference, listGuides(reference.baseUrl)) }
}
const reference = () =>
  readReference(JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, 'http://127.0.0.1:3000'))), [])
const bodies = () =>
  reference()
    .groups.flatMap(({ operations }) => operations)
    .flatMap(({ id, body }) => (body ? [{ id, example: body.example }] : []))

test('our client has a method for each operation of the reference', () => {
  const ids = reference()
    .groups.flatMap(({ operations }) => operations)
    .map(({ id }) => id)
  expect(ids.filter((id) => !Object.hasOwn(OPERATIONS, id))).toEqual([])
})

test('the errors that most operations can return stand apart from those of one', () => {
  const { commonCodes } = docs().reference
  expect(commonCodes).toEqual(expect.arrayContaining(['token_missing', 'rate_limited', 'internal']))
  expect(
    commonCodes.filter((code) => ['idempotency_reused', 'wallet_not_found', 'address_blocked'].includes(code)),
  ).toEqual([])
})

test('the response that is usual for an operation comes first', () => {
  const operations = reference().groups.flatMap((group) => group.operations)
  const firstOf = (id: string) => operations.find((one) => one.id === id)?.replies[0]?.status
  expect(firstOf('createTransfer')).toBe('202')
  expect(firstOf('callContract')).toBe('202')
  expect(firstOf('createWallets')).toBe('201')
  expect(operations.filter(({ replies: [first] }) => Number(first?.status) >= 400)).toEqual([])
})

test('every operation, event, field and code stands in the docs as Markdown', () => {
  const { reference: whole } = docs()
  const operations = whole.groups.flatMap((group) => group.operations)
  expect(operations.length).toBe(ENDPOINTS.length)
  const lacking = operations.flatMap((operation) => {
    const text = operationToMarkdown(operation, whole)
    const fields = [...operation.parameters, ...(operation.body?.fields ?? [])].map(({ name }) => name)
    return [operation.path, ...fields]
      .filter((word) => !text.includes(`\`${word}\``) && !text.includes(` ${word}\``))
      .map((word) => `${operation.id}: ${word}`)
  })
  expect(lacking).toEqual([])
  const ofEvents = whole.events.flatMap((event) => {
    const text = eventToMarkdown(event)
    return event.fields.filter(({ name }) => !text.includes(`\`${name}\``)).map(({ name }) => `${event.kind}: ${name}`)
  })
  expect(ofEvents).toEqual([])
  const errors = errorsToMarkdown(whole)
  expect(whole.causes.map(({ code }) => code).filter((code) => !errors.includes(`\`${code}\``))).toEqual([])
})

test('as Markdown, an error that most operations can return is explained on the page of the errors only', () => {
  const { reference: whole } = docs()
  const operations = whole.groups.flatMap((group) => group.operations)
  const transfer = operations.find(({ id }) => id === 'createTransfer')
  const text = transfer ? operationToMarkdown(transfer, whole) : ''
  expect(text).toContain('`wallet_foreign`:')
  expect(text).toContain('`token_missing`')
  expect(text).not.toContain('`token_missing`:')
  const errors = errorsToMarkdown(whole)
  expect(errors).toContain('`token_missing`:')
  expect(errors.split('`tokenization_unsupported`')).toHaveLength(2)
})

test('each page of the docs has an address of its own and one sentence about it', () => {
  const { pages } = docs()
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
  expect(pages.filter(({ path }) => !/^\/docs\/(?:guides|api|events|errors)(?:\/[\w.-]+)?$/.test(path))).toEqual([])
  expect(pages.filter(({ title, summary }) => title === '' || summary === '' || summary.length > 400)).toEqual([])
})

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
