import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase } from '@/db/migrate'
import { countBefore, run, startTestingCluster, type TestingCluster } from '@/db/testing-cluster'

let cluster: TestingCluster

beforeAll(async () => {
  cluster = await startTestingCluster()
})
afterAll(() => cluster.stop())

test('rows that were there before lists were counted are counted too', async () => {
  const url = await cluster.newDatabase('uncounted')
  await cluster.migrateTo(url, countBefore('list_counts'))
  const [business, project, subscription] = [v7(), v7(), v7()]
  const id = (iso: string) => v7({ msecs: Date.parse(iso) })
  const log = (at: string, status: string) =>
    `('${id(at)}', '${business}', '${project}', '${subscription}', 'BASE', 1, '0x', 'transfer', '0x1:0', '0x1', 'https://x.example', '${status}', 200, false, '${v7()}')`
  const deposit = (at: string, token: string) =>
    `('${v7()}', '${business}', '${v7()}', 1, ${token}, 'X', 6, 1, '0x', '${v7()}', 1, '0x1', 'seen', '${at}')`
  await cluster.asSuperuser(
    url,
    `insert into indexer_logs (id, business_id, project_id, subscription_id, network, chain_id, contract_address, event_type, event_id, transaction_hash,
       webhook_url, status, http_status, is_replay, message_id)
     values ${log('2026-09-01T23:59:59.999Z', 'failed')}, ${log('2026-09-02T00:00:00Z', 'delivered')}, ${log('2026-09-02T12:00:00Z', 'delivered')};
     insert into deposits (id, business_id, wallet_id, chain_id, token_address, symbol, decimals, amount_units, from_address, tx_hash, block_number,
       block_hash, stage, created_at)
     values ${deposit('2026-09-01T23:59:59.999Z', 'null')}, ${deposit('2026-09-01T00:00:00Z', 'null')}, ${deposit('2026-09-02T00:00:00Z', "'0x2'")}`,
  )
  await migrateDatabase(url, randomBytes(32).toString('base64'))
  const day = Date.UTC(2026, 8, 1) / 86_400_000
  const counted = { network: 'BASE', event_type: 'transfer', business_id: business, project_id: project }
  const failed = { ...counted, day, status: 'failed', n: '1' }
  const delivered = { ...counted, day: day + 1, status: 'delivered', n: '2' }
  expect(await run(url, 'select * from indexer_log_counts order by day, subscription_id nulls first')).toEqual([
    { ...failed, subscription_id: null },
    { ...failed, subscription_id: subscription },
    { ...delivered, subscription_id: null },
    { ...delivered, subscription_id: subscription },
  ])
  const seen = { business_id: business, chain_id: 1, stage: 'seen' }
  expect(await run(url, 'select * from deposit_counts order by day')).toEqual([
    { ...seen, day, token_address: null, n: '2' },
    { ...seen, day: day + 1, token_address: '0x2', n: '1' },
  ])
})
