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
