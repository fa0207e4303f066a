import {
  AddressLookupTableProgram,
  Keypair,
  LAMPORTS_PER_SOL,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { openStillCluster } from './testing/open-still-cluster'

const SOL = LAMPORTS_PER_SOL

const world = openStillCluster()

describe('blockhashes', () => {
  it('stop to count after 150 slots and are told invalid', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    const { blockhash, lastValidBlockHeight } = await world.connection.getLatestBlockhash()
    const [early, late] = [
      await world.client.sign([from], [world.client.transfer(from, to, SOL)]),
      await world.client.sign([from], [world.client.transfer(from, to, 2 * SOL)]),
    ]
    await world.client.control('advanceSlots', 150)
    expect(await world.connection.getBlockHeight()).toBe(lastValidBlockHeight)
    expect((await world.connection.isBlockhashValid(blockhash)).value).toBe(true)
    await world.connection.sendTransaction(early)
    expect(await world.connection.getBalance(to)).toBe(SOL)

    await world.client.control('advanceSlots', 1)
    expect((await world.connection.isBlockhashValid(blockhash)).value).toBe(false)
    expect((await world.client.sendRaw(late, { preflightCommitment: 'processed' })).error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Blockhash not found',
      data: { err: 'BlockhashNotFound', logs: [] },
    })
    const signature = await world.connection.sendTransaction(late, { skipPreflight: true })
    expect(await world.client.status(signature, true)).toBeNull()
  })

  it('run out at every commitment at once on demand', async () => {
    const { blockhash, lastValidBlockHeight } = await world.connection.getLatestBlockhash('processed')
    await world.client.control('expireBlockhashes')
    expect((await world.connection.isBlockhashValid(blockhash, { commitment: 'processed' })).value).toBe(false)
    expect(await world.connection.getBlockHeight('finalized')).toBeGreaterThan(lastValidBlockHeight)
  })

  it('are not needed by a transaction that uses a durable nonce, which works once', async () => {
    const [from, nonce, to] = [await world.client.makeFunded(), Keypair.generate(), Keypair.generate().publicKey]
    const lamports = await world.connection.getMinimumBalanceForRentExemption(80)
    const created = SystemProgram.createNonceAccount({
      fromPubkey: from.publicKey,
      noncePubkey: nonce.publicKey,
      authorizedPubkey: from.publicKey,
      lamports,
    })
    await world.client.send([from, nonce], created.instructions)
    await world.client.control('advanceSlots', 1)
    const stored = await world.connection.getNonce(nonce.publicKey)
    const advance = SystemProgram.nonceAdvance({ noncePubkey: nonce.publicKey, authorizedPubkey: from.publicKey })
    const transaction = await world.client.sign([from], [advance, world.client.transfer(from, to, SOL)])
    transaction.message.recentBlockhash = stored?.nonce ?? ''
    transaction.sign([from])
    await world.client.control('expireBlockhashes')
    await world.connection.sendTransaction(transaction)
    expect(await world.connection.getBalance(to)).toBe(SOL)
    expect((await world.connection.getNonce(nonce.publicKey))?.nonce).not.toBe(stored?.nonce)

    const fresh = await world.connection.getNonce(nonce.publicKey)
    await world.client.control('advanceSlots', 1)
    const failing = await world.client.sign([from], [advance, world.client.transfer(from, to, 50 * SOL)])
    failing.message.recentBlockhash = fresh?.nonce ?? ''
    failing.sign([from])
    await world.connection.sendTransaction(failing, { skipPreflight: true })
    // A failure uses the nonce up too: the same bytes must not come back.
    expect((await world.connection.getNonce(nonce.publicKey))?.nonce).not.toBe(fresh?.nonce)

    const again = await world.client.sign([from], [advance, world.client.transfer(from, to, 2 * SOL)])
    again.message.recentBlockhash = stored?.nonce ?? ''
    again.sign([from])
    expect((await world.client.sendRaw(again, { preflightCommitment: 'processed' })).error.data.err).toBe(
      'BlockhashNotFound',
    )
  })
})

describe('lookup tables', () => {
  it('name accounts of a v0 transaction, told as loaded addresses', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    const authority = { payer: from.publicKey, authority: from.publicKey }
    await world.client.control('advanceSlots', 1)
    const recentSlot = await world.connection.getSlot('confirmed')
    const [create, table] = AddressLookupTableProgram.createLookupTable({ ...authority, recentSlot })
    const extend = AddressLookupTableProgram.extendLookupTable({ ...authority, lookupTable: table, addresses: [to] })
    await world.client.send([from], [create, extend])
    await world.client.control('advanceSlots', 2)
    const { value } = await world.connection.getAddressLookupTable(table)
    if (!value) throw new Error('the table was not made')

    const { blockhash } = await world.connection.getLatestBlockhash()
    const message = new TransactionMessage({
      payerKey: from.publicKey,
      recentBlockhash: blockhash,
      instructions: [world.client.transfer(from, to, SOL)],
    })
    const transaction = new VersionedTransaction(message.compileToV0Message([value]))
    transaction.sign([from])
    const signature = await world.connection.sendTransaction(transaction)
    expect(await world.connection.getBalance(to)).toBe(SOL)
    await world.client.control('advanceSlots', 1)
    const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const
    const found = await world.connection.getTransaction(signature, options)
    expect(found?.meta?.loadedAddresses?.writable.map(String)).toEqual([to.toBase58()])
    expect(found?.meta?.postBalances.at(-1)).toBe(SOL)
  })
})

describe('controls', () => {
  it('drops what it accepted until it is sent again', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    await world.client.control('dropTransactions', 1)
    const transaction = await world.client.sign([from], [world.client.transfer(from, to, SOL)])
    const signature = await world.connection.sendTransaction(transaction)
    await world.client.control('advanceSlots', 2)
    expect(await world.client.status(signature, true)).toBeNull()
    await world.connection.sendTransaction(transaction)
    expect(await world.client.status(signature)).toMatchObject({ err: null })
    expect(await world.connection.getBalance(to)).toBe(SOL)
  })

  it('includes a delayed transaction some slots later', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    await world.client.control('delayTransactions', 2)
    const signature = await world.client.send([from], [world.client.transfer(from, to, SOL)])
    await world.client.control('advanceSlots', 1)
    expect(await world.client.status(signature)).toBeNull()
    await world.client.control('advanceSlots', 1)
    expect(await world.client.status(signature)).toMatchObject({ err: null, confirmationStatus: 'processed' })
  })

  it('loses the status of a transaction that did happen, and finds it again', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    const transaction = await world.client.sign([from], [world.client.transfer(from, to, SOL)])
    const signature = await world.connection.sendTransaction(transaction)
    await world.client.control('forget', signature)
    expect(await world.client.status(signature, true)).toBeNull()
    await world.connection.sendTransaction(transaction, { skipPreflight: true })
    expect(await world.connection.getBalance(to)).toBe(SOL)
    await world.client.control('recall', signature)
    expect(await world.client.status(signature)).toMatchObject({ err: null })
  })

  it('takes a confirmed transaction back, which can then land again', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    await world.client.control('advanceSlots', 1)
    const transaction = await world.client.sign([from], [world.client.transfer(from, to, SOL)])
    const signature = await world.connection.sendTransaction(transaction)
    await world.client.control('advanceSlots', 2)
    expect(await world.client.control('rollBack', 3)).toEqual([signature])
    expect(await world.client.status(signature, true)).toBeNull()
    expect(await world.connection.getBalance(to)).toBe(0)
    expect(await world.connection.getBalance(from.publicKey)).toBe(10 * SOL)
    expect(await world.connection.getSignaturesForAddress(to, {}, 'confirmed')).toEqual([])
    await world.connection.sendTransaction(transaction)
    expect(await world.connection.getBalance(to)).toBe(SOL)
    await expect(world.client.control('rollBack', 33)).rejects.toThrow('finalized slots stay')
  })

  it('sets a balance that holds at every commitment', async () => {
    const { publicKey } = Keypair.generate()
    await world.connection.requestAirdrop(publicKey, SOL)
    await world.client.control('setBalance', publicKey.toBase58(), 7 * SOL)
    expect(await world.connection.getBalance(publicKey, 'processed')).toBe(7 * SOL)
    expect(await world.connection.getBalance(publicKey, 'finalized')).toBe(7 * SOL)
  })

  it('falls behind and catches up', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    await world.client.control('setBehind', 42)
    const health = await world.client.post({ jsonrpc: '2.0', id: 1, method: 'getHealth' })
    expect(health.error).toEqual({ code: -32005, message: 'Node is behind by 42 slots', data: { numSlotsBehind: 42 } })
    const transaction = await world.client.sign([from], [world.client.transfer(from, to, SOL)])
    expect((await world.client.sendRaw(transaction)).error.code).toBe(-32005)
    await world.client.control('setBehind', null)
    expect(await world.client.post({ jsonrpc: '2.0', id: 1, method: 'getHealth' })).toMatchObject({ result: 'ok' })
  })
})
