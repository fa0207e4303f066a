import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { listGuides } from '@/components/guides/guides'
import { toDocsIndex } from '@/components/reference/docs-index'
import { listDocsPages } from '@/components/reference/docs-pages'
import { readReference } from '@/components/reference/read-reference'
import { searchDocs } from '@/components/reference/search-docs'
import { openApiDocument } from '@/server/api/openapi/document'
import { listCauses } from '@/server/refusals/refusals'
import { ENDPOINTS } from './endpoints'

const MAX_INDEX_BYTES = 100 * 1_024

const document = openApiDocument(ENDPOINTS, 'http://127.0.0.1:3000')
const reference = readReference(JSON.parse(JSON.stringify(document)), listCauses())
const guides = listGuides(reference.baseUrl)
const index = toDocsIndex(listDocsPages(reference, guides), reference, guides)

test.each([
  ['402', '/docs/errors#status-402'],
  ['429', '/docs/errors#status-429'],
  ['payment required', '/docs/errors#status-402'],
  ['rate limit', '/docs/guides/errors-and-codes#rate-limits'],
  ['policy_limit', '/docs/errors#policy_limit'],
  ['idempotency_reu', '/docs/errors#idempotency_reused'],
  ['webhook signature', '/docs/guides/webhooks#verify-the-signature'],
  ['verify', '/docs/guides/webhooks#verify-the-signature'],
  ['hmac', '/docs/guides/webhooks#verify-the-signature'],
  ['sdk', '/docs/guides/client-libraries#typescript-sdk'],
  ['python', '/docs/guides/client-libraries#python'],
  ['postman', '/docs/guides/client-libraries#postman-and-bruno'],
  ['bruno', '/docs/guides/client-libraries#postman-and-bruno'],
  ['mcp', '/docs/guides/client-libraries#mcp-server'],
  ['cli', '/docs/guides/client-libraries#command-line-cli'],
  ['openapi', '/docs/guides/client-libraries#openapi-document'],
  ['USDC', '/docs/guides/deposits'],
  ['faucet', '/docs/guides/testing-locally'],
  ['ip allowlist', '/docs/api/allowIpAddress'],
  ['invoice', '/docs/guides/plans-and-payments'],
  ['create transfer', '/docs/api/createTransfer'],
  ['initiate transfer', '/docs/api/createTransfer'],
  ['how do i send a transfer', '/docs/api/createTransfer'],
  ['webhookSecret', '/docs/guides/webhooks'],
  ['quickst', '/docs/guides/quickstart'],
  ['token.minted', '/docs/events/token.minted'],
  ['coupon', '/docs/api/payCoupon'],
])('a search for %s leads to %s', (query, path) => {
  const hits = searchDocs(index, query).map((hit) => hit.path)
  expect(hits.slice(0, 1)).toEqual([path])
})

/** What a developer types, and the page that has the answer. */
test.each([
  ['refund', '/docs/events/payment.refunded'],
  ['rotate key', '/docs/api/rotateKeys'],
  ['gas', '/docs/guides/gas-and-nonces'],
  ['nonce too low', '/docs/guides/gas-and-nonces#nonces-and-stuck-transactions'],
  ['webhook retry', '/docs/guides/webhooks#retries-and-recovery'],
  ['kyc', '/docs/guides/tokenized-assets#holders'],
  ['testnet faucet', '/docs/guides/testing-locally'],
  ['whsec', '/docs/guides/webhooks#which-secret-signs'],
  ['pause token', '/docs/api/pauseToken'],
  ['approve', '/docs/guides/policies'],
  ['naira', '/docs/guides/plans-and-payments#open-a-payment'],
  ['subscription cancel', '/docs/api/cancelSubscription'],
  ['idempotency', '/docs/guides/idempotency'],
  ['sandbox', '/docs/guides/testing-locally'],
  ['delete wallet', '/docs/api/deactivateWallet'],
  ['export csv', '/docs/api/listTransactions'],
])('one of the first three hits for %s is %s', (query, path) => {
  const hits = searchDocs(index, query).map((hit) => hit.path)
  expect(hits.slice(0, 3)).toContain(path)
})

test('the index is loaded in one go, and weighs little', () => {
  expect(gzipSync(JSON.stringify(index)).byteLength).toBeLessThan(MAX_INDEX_BYTES)
})

test('each page has text of its own', () => {
  expect(index.filter(({ text }) => !text).map(({ path }) => path)).toEqual([])
})
