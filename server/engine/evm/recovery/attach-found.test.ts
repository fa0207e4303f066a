import { beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { transactionAttempts, transactions } from '@/db/schema'
import type { SignedTransaction } from '@/server/chains/evm/signed-transaction'
import { workerCtx } from '@/server/ctx'
import { createPayer } from '@/server/ledger/ledger.test-data'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import { transferRow } from '@/server/testing/transfer-row'
import { attachFound } from './attach-found'

openDatabase()
type Payer = Parameters<typeof transferRow>[0]
let payer: Payer
beforeAll(async () => {
  payer = await createPayer(0n)
})

async function put(values: Partial<typeof transactions.$inferInsert>): Promise<string> {
  const id = newId()
  await workerCtx()
    .db.insert(transactions)
    .values({ ...transferRow(payer), id, laneWalletId: payer.walletId, ...values })
  return id
}
const sent = (nonce: number) => ({ senderAddress: payer.address, nonce, txHash: `0x${newId().replaceAll('-', '')}` })

async function rowOf(id: string) {
  const rows = await workerCtx().db.select().from(transactions)
  return rows.find((row) => row.id === id)
}

function signedAt(nonce: number): SignedTransaction {
  const call = { to: payer.address, value: 1n, data: '0x', raw: Uint8Array.of(2) }
  const terms = { gasLimit: 21_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }
  return { hash: `0x${newId().replaceAll('-', '')}`, fromAddress: payer.address, nonce, ...call, ...terms }
}

test('a queued row continues with the found transaction, and other rows lose its nonce', async () => {
  const queued = await put({ stage: 'queued' })
  const open = await put({ stage: 'broadcast', ...sent(7) })
  const failed = await put({ stage: 'final', status: 'FAILED', ...sent(8) })
  const other = await put({ stage: 'queued' })
  const found = [signedAt(7), signedAt(8)] as const
  await attachFound(CHAIN_ID, [
    { transactionId: queued, signed: found[0] },
    { transactionId: other, signed: found[1] },
  ])
  expect(await rowOf(queued)).toMatchObject({ stage: 'broadcast', nonce: 7, txHash: found[0].hash })
  expect(await rowOf(other)).toMatchObject({ stage: 'broadcast', nonce: 8, txHash: found[1].hash })
  expect(await rowOf(open)).toMatchObject({ status: 'PENDING', stage: 'queued', nonce: null, txHash: null })
  expect(await rowOf(failed)).toMatchObject({ status: 'FAILED', nonce: null })
})

test('two rows that were signed under each other’s nonces swap them', async () => {
  const [first, second] = [await put({ stage: 'signed', ...sent(20) }), await put({ stage: 'signed', ...sent(21) })]
  await attachFound(CHAIN_ID, [
    { transactionId: first, signed: signedAt(21) },
    { transactionId: second, signed: signedAt(20) },
  ])
  expect([(await rowOf(first))?.nonce, (await rowOf(second))?.nonce]).toEqual([21, 20])
})

test('leaves an ended row as it is, and changes nothing the second time', async () => {
  const ended = await put({ stage: 'final', status: 'COMPLETED', ...sent(30), blockNumber: 1n })
  const queued = await put({ stage: 'queued' })
  const found = [
    { transactionId: ended, signed: signedAt(31) },
    { transactionId: queued, signed: signedAt(32) },
  ]
  await attachFound(CHAIN_ID, found)
  await attachFound(CHAIN_ID, found)
  expect(await rowOf(ended)).toMatchObject({ status: 'COMPLETED', nonce: 30 })
  const attempts = await workerCtx().db.select().from(transactionAttempts)
  expect(attempts.filter(({ transactionId }) => [ended, queued].includes(transactionId))).toHaveLength(1)
})
