import {
  AddressLookupTableProgram,
  Keypair,
  LAMPORTS_PER_SOL,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findFreePort } from '../../free-port'
import { connectTest, type TestClient } from './connect-test'
import { type RunningSolana, startSolana } from './start-solana'

const SOL = LAMPORTS_PER_SOL

const JSON_TYPE = { 'content-type': 'application/json' }

let solana: RunningSolana
let client: TestClient
let connection: TestClient['connection']

// The clock stands still, so that every test decides when a slot ends.
beforeEach(async () => {
  solana = await startSolana({ port: await findFreePort(), slotMs: 0 })
  client = connectTest(solana.rpcUrl)
  connection = client.connection
})

afterEach(async () => {
  await solana.stop()
})

async function post(body: unknown) {
  const response = await fetch(solana.rpcUrl, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) })
  return response.json()
}

function sendRaw(transaction: VersionedTransaction, options: Record<string, unknown> = {}) {
  const text = Buffer.from(transaction.serialize()).toString('base64')
  return post({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: [text, { encoding: 'base64', ...options }] })
}

describe('blockhashes', () => {
  it('stop to count after 150 slots and are told invalid', async () => {
    const [from, to] = [await client.makeFunded(), Keypair.generate().publicKey]
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const [early, late] = [
      await client.sign([from], [client.transfer(from, to, SOL)]),
      await client.sign([from], [client.transfer(from, to, 2 * SOL)]),
    ]
    await client.control('advanceSlots', 150)
    expect(await connection.getBlockHeight()).toBe(lastValidBlockHeight)
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(true)
    await connection.sendTransaction(early)
    expect(await connection.getBalance(to)).toBe(SOL)

    await client.control('advanceSlots', 1)
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(false)
    expect((await sendRaw(late, { preflightCommitment: 'processed' })).error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Blockhash not found',
      data: { err: 'BlockhashNotFound', logs: [] },
    })
    const signature = await connection.sendTransaction(late, { skipPreflight: true })
    expect(await client.status(signature, true)).toBeNull()
  })

  it('run out at every commitment at once on demand', async () => {
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash('processed')
    await client.control('expireBlockhashes')
    expect((await connection.isBlockhashValid(blockhash, { commitment: 'processed' })).value).toBe(false)
    expect(await connection.getBlockHeight('finalized')).toBeGreaterThan(lastValidBlockHeight)
  })

  it('are not needed by a transaction that uses a durable nonce, which works once', async () => {
    const [from, nonce, to] = [await client.makeFunded(), Keypair.generate(), Keypair.generate().publicKey]
    const lamports = await connection.getMinimumBalanceForRentExemption(80)
    const created = SystemProgram.createNonceAccount({
      fromPubkey: from.publicKey,
      noncePubkey: nonce.publicKey,
      authorizedPubkey: from.publicKey,
      lamports,
    })
    await client.send([from, nonce], created.instructions)
    await client.control('advanceSlots', 1)
    const stored = await connection.getNonce(nonce.publicKey)
    const advance = SystemProgram.nonceAdvance({ noncePubkey: nonce.publicKey, authorizedPubkey: from.publicKey })
    const transaction = await client.sign([from], [advance, client.transfer(from, to, SOL)])
    transaction.message.recentBlockhash = stored?.nonce ?? ''
    transaction.sign([from])
    await client.control('expireBlockhashes')
    await connection.sendTransaction(transaction)
    expect(await connection.getBalance(to)).toBe(SOL)
    expect((await connection.getNonce(nonce.publicKey))?.nonce).not.toBe(stored?.nonce)

    const fresh = await connection.getNonce(nonce.publicKey)
    await client.control('advanceSlots', 1)
    const failing = await client.sign([from], [advance, client.transfer(from, to, 50 * SOL)])
    failing.message.recentBlockhash = fresh?.nonce ?? ''
    failing.sign([from])
    await connection.sendTransaction(failing, { skipPreflight: true })
    // A failure uses the nonce up too: the same bytes must not come back.
    expect((await connection.getNonce(nonce.publicKey))?.nonce).not.toBe(fresh?.nonce)

    const again = await client.sign([from], [advance, client.transfer(from, to, 2 * SOL)])
    again.message.recentBlockhash = stored?.nonce ?? ''
    again.sign([from])
    expect((await sendRaw(again, { preflightCommitment: 'processed' })).error.data.err).toBe('BlockhashNotFound')
  })
})

describe('lookup tables', () => {
  it('name accounts of a v0 transaction, told as loaded addresses', async () => {
    const [from, to] = [await client.makeFunded(), Keypair.generate().publicKey]
    const authority = { payer: from.publicKey, authority: from.publicKey }
    await client.control('advanceSlots', 1)
    const recentSlot = await connection.getSlot('confirmed')
    const [create, table] = AddressLookupTableProgram.createLookupTable({ ...authority, recentSlot })
    const extend = AddressLookupTableProgram.extendLookupTable({ ...authority, lookupTable: table, addresses: [to] })
    await client.send([from], [create, extend])
    await client.control('advanceSlots', 2)
    const { value } = await connection.getAddressLookupTable(table)
    if (!value) throw new Error('the table was not made')

    const { blockhash } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      payerKey: from.publicKey,
      recentBlockhash: blockhash,
      instructions: [client.transfer(from, to, SOL)],
    })
    const transaction = new VersionedTransaction(message.compileToV0Message([value]))
    transaction.sign([from])
    const signature = await connection.sendTransaction(transaction)
    expect(await connection.getBalance(to)).toBe(SOL)
    await client.control('advanceSlots', 1)
    const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const
    const found = await connection.getTransaction(signature, options)
    expect(found?.meta?.loadedAddresses?.writable.map(String)).toEqual([to.toBase58()])
    expect(found?.meta?.postBalances.at(-1)).toBe(SOL)
  })
})

describe('controls', () => {
  it('drops what it accepted until it is sent again', async () => {
    const [from, to] = [await client.makeFunded(), Keypair.generate().publicKey]
    await client.control('dropTransactions', 1)
    const transaction = await client.sign([from], [client.transfer(from, to, SOL)])
    const signature = await connection.sendTransaction(transaction)
    await client.control('advanceSlots', 2)
    expect(await client.status(signature, true)).toBeNull()
    await connection.sendTransaction(transaction)
    expect(await client.status(signature)).toMatchObject({ err: null })
    expect(await connection.getBalance(to)).toBe(SOL)
  })

  it('includes a delayed transaction some slots later', async () => {
    const [from, to] = [await client.makeFunded(), Keypair.generate().publicKey]
    await client.control('delayTransactions', 2)
    const signature = await client.send([from], [client.transfer(from, to, SOL)])
    await client.control('advanceSlots', 1)
    expect(await client.status(signature)).toBeNull()
    await client.control('advanceSlots', 1)
    expect(await client.status(signature)).toMatchObject({ err: null, confirmationStatus: 'processed' })
  })

  it('loses the status of a transaction that did happen, and finds it again', async () => {
    const [from, to] = [await client.makeFunded(), Keypair.generate().publicKey]
    const transaction = await client.sign([from], [client.transfer(from, to, SOL)])
    const signature = await connection.sendTransaction(transaction)
    await client.control('forget', signature)
    expect(await client.status(signature, true)).toBeNull()
    await connection.sendTransaction(transaction, { skipPreflight: true })
    expect(await connection.getBalance(to)).toBe(SOL)
    await client.control('recall', signature)
    expect(await client.status(signature)).toMatchObject({ err: null })
  })

  it('takes a confirmed transaction back, which can then land again', async () => {
    const [from, to] = [await client.makeFunded(), Keypair.generate().publicKey]
    await client.control('advanceSlots', 1)
    const transaction = await client.sign([from], [client.transfer(from, to, SOL)])
    const signature = await connection.sendTransaction(transaction)
    await client.control('advanceSlots', 2)
    expect(await client.control('rollBack', 3)).toEqual([signature])
    expect(await client.status(signature, true)).toBeNull()
    expect(await connection.getBalance(to)).toBe(0)
    expect(await connection.getBalance(from.publicKey)).toBe(10 * SOL)
    expect(await connection.getSignaturesForAddress(to, {}, 'confirmed')).toEqual([])
    await connection.sendTransaction(transaction)
    expect(await connection.getBalance(to)).toBe(SOL)
    await expect(client.control('rollBack', 33)).rejects.toThrow('finalized slots stay')
  })

  it('sets a balance that holds at every commitment', async () => {
    const { publicKey } = Keypair.generate()
    await connection.requestAirdrop(publicKey, SOL)
    await client.control('setBalance', publicKey.toBase58(), 7 * SOL)
    expect(await connection.getBalance(publicKey, 'processed')).toBe(7 * SOL)
    expect(await connection.getBalance(publicKey, 'finalized')).toBe(7 * SOL)
  })

  it('falls behind and catches up', async () => {
    const [from, to] = [await client.makeFunded(), Keypair.generate().publicKey]
    await client.control('setBehind', 42)
    const health = await post({ jsonrpc: '2.0', id: 1, method: 'getHealth' })
    expect(health.error).toEqual({ code: -32005, message: 'Node is behind by 42 slots', data: { numSlotsBehind: 42 } })
    const transaction = await client.sign([from], [client.transfer(from, to, SOL)])
    expect((await sendRaw(transaction)).error.code).toBe(-32005)
    await client.control('setBehind', null)
    expect(await post({ jsonrpc: '2.0', id: 1, method: 'getHealth' })).toMatchObject({ result: 'ok' })
  })
})
