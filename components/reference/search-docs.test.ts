import { expect, test } from 'vitest'
import { type DocsEntry, searchDocs } from './search-docs'

const entry = (title: string, terms: string): DocsEntry => ({
  path: `/${title}`,
  title,
  area: 'Wallets',
  method: null,
  terms,
})
const entries = [
  entry('List wallets', 'listWallets GET /v1/wallet/hd page'),
  entry('Initiate a transfer', 'createTransfer POST /v1/wallet/transaction amount policy_limit'),
  entry('Transfer tokens', 'transferToken POST /v1/tokens/{id}/transfer'),
  entry('Policies', 'policy_limit policy_recipient'),
]
const found = (query: string) => searchDocs(entries, query).map(({ title }) => title)

test('the title counts more than the path, and its beginning most', () => {
  expect(found('transfer')).toEqual(['Transfer tokens', 'Initiate a transfer'])
})

test('a page has to have every word', () => {
  expect(found('initiate transfer')).toEqual(['Initiate a transfer'])
  expect(found('initiate bond')).toEqual([])
})

test('codes, paths and operation ids are found', () => {
  expect(found('policy_limit')).toEqual(['Initiate a transfer', 'Policies'])
  expect(found('/v1/tokens')).toEqual(['Transfer tokens'])
  expect(found('createtransfer')).toEqual(['Initiate a transfer'])
})

test('an empty query finds nothing', () => {
  expect(found('  ')).toEqual([])
})

test('a part of a page is a hit with its anchor and the words around the match', () => {
  const guide: DocsEntry = {
    ...entry('Webhooks', ''),
    text: 'Receive outcomes.',
    parts: [{ anchor: 'retries', title: 'Retries', text: 'Any other response is retried for a day, except 410.' }],
  }
  const [hit] = searchDocs([...entries, guide], 'retried day')
  expect(hit).toMatchObject({
    path: '/Webhooks#retries',
    title: 'Webhooks',
    part: 'Retries',
    words: ['retried', 'day'],
  })
  expect(hit?.snippet).toContain('is retried for a day')
})

test('other words for the same thing, endings and fillers do not hide a page', () => {
  expect(found('how to send')).toEqual(['Initiate a transfer', 'Transfer tokens'])
  expect(found('wallet')).toEqual(['List wallets', 'Initiate a transfer', 'Transfer tokens', 'Policies'])
})

test('where no page has every word, those with some of them can be asked for', () => {
  expect(searchDocs(entries, 'initiate bond', { some: true }).map(({ title }) => title)).toEqual([
    'Initiate a transfer',
  ])
})

test('a long page does not hide the others', () => {
  const parts = Array.from({ length: 20 }, (_, index) => ({ anchor: `${index}`, title: 'transfer', text: '' }))
  const hits = searchDocs([{ ...entry('All about a transfer', ''), parts }, ...entries], 'transfer')
  expect(hits.filter(({ title }) => title === 'All about a transfer')).toHaveLength(3)
  expect(hits.map(({ title }) => title)).toContain('Transfer tokens')
})
