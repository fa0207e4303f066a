import { beforeAll, expect, test } from 'vitest'
import { eventTypePage } from '@/schemas/indexer/catalog/contract'
import { EVENT_KEYS } from '@/schemas/indexer/words'
import { openDatabase } from '@/server/testing/open-database'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { parseEventSignature } from '@/server/text/parse-event-signature'

openDatabase()
let client: WalletClient
beforeAll(async () => {
  client = await walletClient()
})

test('the catalog lists every key with the signatures delivered under it', async () => {
  const answer = await client.get('/v1/indexer/events')
  expect(answer).toMatchObject({ code: 200, status: true })
  const { data, meta } = eventTypePage.parse(answer.data)
  expect(data.map(({ key }) => key)).toEqual(EVENT_KEYS)
  expect(meta).toEqual({ total: EVENT_KEYS.length, page: 1, limit: EVENT_KEYS.length, totalPages: 1 })
  expect(data.filter(({ networks }) => networks.includes('SOLANA')).map(({ key }) => key)).toEqual([
    'mint',
    'burn',
    'transfer',
  ])
  expect(data.find(({ key }) => key === 'transfer')?.signatures.map(({ standard }) => standard)).toEqual([
    ...['ERC-20', 'ERC-721', 'ERC-1155', 'ERC-1155'],
  ])
  // Each signature can be used in `events`.
  for (const { signature } of data.flatMap(({ signatures }) => signatures))
    expect(parseEventSignature(signature)).toHaveProperty('event')
})
