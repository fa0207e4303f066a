import { beforeAll, expect, test } from 'vitest'
import { readCsv } from '@/components/csv/read-csv'
import { answerPath } from '@/registry/answer-path'
import { historyView } from '@/schemas/transactions/history/contract'
import { toApiRequest, toResponse } from '@/server/api/serve'
import { createTransactionRow } from '@/server/testing/messages'
import { openDatabase } from '@/server/testing/open-database'

import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { fromCsvCell } from '@/server/text/csv-cell'
import { exportTransactions, MAX_EXPORTED } from './export-transactions'
import { TRANSACTION_COLUMNS, toTransactionCells } from './transactions-csv'

const PATH = '/v1/wallet/transaction/history'
const TO = '0x52908400098527886E0F7030069857D2E4169EE7'

openDatabase()
let client: WalletClient

beforeAll(async () => {
  client = await walletClient()
  const owner = { ...client.tenant, secret: Buffer.alloc(32) }
  for (const request of [
    { toAddress: TO, reference: '=HYPERLINK("http://x.test")' },
    { toAddress: TO, status: 'FAILED' as const, error: 'Not sent: a, "b"; =c', reference: '-1+1' },
    { type: 'SIGN' as const, reference: 'plain' },
    { toAddress: TO },
  ])
    await createTransactionRow(owner, request)
  const stranger = await walletClient()
  await createTransactionRow({ ...stranger.tenant, secret: Buffer.alloc(32) }, { toAddress: TO })
})

async function ask(search: string, accept = 'text/csv') {
  const authorization = `Bearer ${await client.accessToken()}`
  const request = new Request(`http://api.test${PATH}${search}`, { headers: { authorization, accept } })
  const response = toResponse(await answerPath(toApiRequest(request)))
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

test.each(['', `?toAddress=${TO}`, '?type=SIGN', '?limit=1', '?reference=plain', `?toAddress=${TO}&type=SIGN`])(
  'the file of %j reads back as the rows of the list',
  async (search) => {
    const { status, type, text } = await ask(search)
    expect({ status, type }).toEqual({ status: 200, type: 'text/csv; charset=utf-8' })
    const filters = search.replace('?limit=1', '')
    const { items } = historyView.parse((await client.get(`${PATH}${filters}`)).data)
    const { rows, problem } = readCsv(text)
    const [names, ...lines] = rows
    const [counted] = lines.pop() ?? []
    expect({ problem, names, counted }).toEqual({
      ...{ problem: null, names: TRANSACTION_COLUMNS, counted: `${items.length} rows` },
    })
    expect(lines.map((cells) => cells.map(fromCsvCell))).toEqual(items.map(toTransactionCells))
  },
)

test('no cell begins as a formula', async () => {
  const { text } = await ask('')
  expect(text).toContain(`"'=HYPERLINK(""http://x.test"")"`)
  expect(text).not.toMatch(/(^|[,;"])[=+\-@](?!\d+(\.\d+)?(,|\r))/m)
})

test('the list stays JSON for a caller that does not prefer CSV', async () => {
  for (const accept of ['*/*', 'application/json', 'application/json, text/csv'])
    expect((await ask('', accept)).type).toContain('application/json')
})

test.each([
  ['offset=1', 'offset'],
  ['cursor=MjAyNi0xMS0yMVQxMTowNToxMi4zMTBaIDAxOWE2YjNlLTdjMWQtN2Q0NC1hOGYxLTNhNWYwYzllMmI3MQ', 'cursor'],
  ['type=NOTHING', 'type'],
])('refuses %s before the first byte, as JSON', async (search, param) => {
  const { status, type, text } = await ask(`?${search}`)
  expect({ status, type }).toEqual({ status: 400, type: 'application/json; charset=utf-8' })
  expect(JSON.parse(text)).toMatchObject({ code: 'validation_failed', param })
})

test('refuses more rows than a file has, and ends with its reader', async () => {
  const query = { limit: 20, offset: 0 }
  expect(() => exportTransactions(client.tenant, query, MAX_EXPORTED + 1)).toThrow('Validation failed')
  const ended = new AbortController()
  ended.abort()
  const texts: string[] = []
  for await (const text of exportTransactions(client.tenant, query, MAX_EXPORTED)(ended.signal)) texts.push(text)
  expect(texts).toEqual([])
})
