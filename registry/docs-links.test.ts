import { expect, test } from 'vitest'
import { codeOf, type Guide, sequencesOf } from '@/components/guides/guide'
import { listGuides } from '@/components/guides/guides'
import { addressOfCode, listDocsPages } from '@/components/reference/docs-pages'
import { readReference } from '@/components/reference/read-reference'
import { guideToMarkdown } from '@/components/reference/to-markdown'
import { openApiDocument } from '@/server/api/openapi/document'
import { listCauses } from '@/server/refusals/refusals'
import { ENDPOINTS } from './endpoints'

const document = openApiDocument(ENDPOINTS, 'https://api.example')
const reference = readReference(JSON.parse(JSON.stringify(document)), listCauses())
const guides = listGuides(reference.baseUrl)
const pages = listDocsPages(reference, guides)
const texts = guides.flatMap((guide) => [
  ...guide.paragraphs,
  ...(guide.parts ?? []).flatMap((part) => part.paragraphs),
  ...sequencesOf(guide).flatMap(({ messages }) => messages.map(([, , text]) => text)),
])
const named = new Set(texts.flatMap((text) => Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) => code)))

test('each call that a guide names has a page', () => {
  const calls = [...named].filter((code) => /^[A-Z]+ \//.test(code))
  expect(calls.length).toBeGreaterThan(20)
  expect(calls.filter((code) => addressOfCode(code, pages) === undefined)).toEqual([])
})

test.each(guides.filter((guide) => sequencesOf(guide).length > 0))(
  'the sequence of $id names who takes part',
  (guide) => {
    for (const { participants, messages } of sequencesOf(guide))
      expect(new Set(messages.flatMap((message) => message.slice(0, 2)))).toEqual(new Set(participants))
  },
)

test('a sequence is a Mermaid diagram in Markdown', () => {
  const guide: Guide = {
    id: 'one',
    title: 'One',
    summary: 'One.',
    paragraphs: [],
    sequence: {
      caption: 'A call.',
      participants: ['Your server', 'Slipway'],
      messages: [
        ['Your server', 'Slipway', '`POST /v1/tokens`'],
        ['Slipway', 'Slipway', 'Signs'],
      ],
    },
    code: [],
  }
  expect(guideToMarkdown(guide)).toContain(
    [
      '```mermaid',
      'sequenceDiagram',
      '  participant P1 as Your server',
      '  participant P2 as Slipway',
      '  P1->>P2: POST /v1/tokens',
      '  P2->>P2: Signs',
      '```',
    ].join('\n'),
  )
})

test.each([
  ['POST /v1/webhooks/endpoints', '/docs/api/createWebhookEndpoint'],
  ['wallet.transfer.completed', '/docs/events/wallet.transfer.completed'],
  ['policy_limit', '/docs/errors#policy_limit'],
])('%s leads to %s', (code, path) => {
  expect(addressOfCode(code, pages)).toBe(path)
})

test.each(['reverted', 'webhookUrl', 'GET', 'wallet.*', 'billing_cycle'])('%s is no link', (code) => {
  expect(addressOfCode(code, pages)).toBeUndefined()
})

test('a guide names no other address of ours than these', () => {
  const paths = guides.flatMap(codeOf).flatMap(({ code }) => code.match(/api\.example\/v1\/[\w/.-]+/g) ?? [])
  const known = new Set(ENDPOINTS.map(({ path }) => path))
  const unknown = paths.map((path) => path.replace('api.example', '')).filter((path) => !known.has(path))
  expect(unknown.filter((path) => !['/v1/openapi.json', '/v1/tokens'].includes(path))).toEqual([])
})
