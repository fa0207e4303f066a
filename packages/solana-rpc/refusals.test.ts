import { Keypair, LAMPORTS_PER_SOL, PublicKey, SendTransactionError } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { openStillCluster } from './testing/open-still-cluster'

const SOL = LAMPORTS_PER_SOL

const JSON_TYPE = { 'content-type': 'application/json' }

const world = openStillCluster()

describe('refusals', () => {
  it('serves no web page', async () => {
    const to = Keypair.generate().publicKey
    const gift = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [to.toBase58(), SOL] })
    const send = (headers: Record<string, string>) =>
      fetch(world.solana.rpcUrl, { method: 'POST', headers, body: gift })
    expect((await send({ 'content-type': 'text/plain' })).status).toBe(415)
    expect((await send({ ...JSON_TYPE, origin: 'https://evil.test' })).status).toBe(403)
    expect(await world.connection.getBalance(to)).toBe(0)
    expect((await send(JSON_TYPE)).status).toBe(200)
  })

  it('answers a preflight that fails with the logs and where it failed', async () => {
    const [from, to] = [await world.client.makeFunded(1), Keypair.generate().publicKey]
    const transaction = await world.client.sign([from], [world.client.transfer(from, to, 2 * SOL)])
    const { error } = await world.client.sendRaw(transaction, { preflightCommitment: 'processed' })
    expect(error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
      data: { err: { InstructionError: [0, { Custom: 1 }] } },
    })
    expect(error.data.logs).toContain('Transfer: insufficient lamports 999995000, need 2000000000')
    const thrown = await world.connection.sendTransaction(transaction).catch((problem: unknown) => problem)
    expect(thrown).toBeInstanceOf(SendTransactionError)
    expect(await world.connection.getBalance(from.publicKey)).toBe(SOL)
  })

  it('lands a transaction that fails without preflight, and takes its fee', async () => {
    const [from, to] = [await world.client.makeFunded(1), Keypair.generate().publicKey]
    const transaction = await world.client.sign([from], [world.client.transfer(from, to, 2 * SOL)])
    const signature = await world.connection.sendTransaction(transaction, { skipPreflight: true })
    expect(await world.client.status(signature)).toMatchObject({ err: { InstructionError: [0, { Custom: 1 }] } })
    expect(await world.connection.getBalance(from.publicKey)).toBe(SOL - 5_000)
  })

  it('refuses a new account below the rent minimum', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    const { error } = await world.client.sendRaw(
      await world.client.sign([from], [world.client.transfer(from, to, 1)]),
      {
        preflightCommitment: 'processed',
      },
    )
    expect(error.data.err).toEqual({ InsufficientFundsForRent: { account_index: 1 } })
  })

  it('never lands what its payer cannot pay for', async () => {
    const [from, to] = [Keypair.generate(), Keypair.generate().publicKey]
    const transaction = await world.client.sign([from], [world.client.transfer(from, to, SOL)])
    const { error } = await world.client.sendRaw(transaction, { preflightCommitment: 'processed' })
    expect(error.data.err).toBe('AccountNotFound')
    const signature = await world.connection.sendTransaction(transaction, { skipPreflight: true })
    expect(await world.client.status(signature, true)).toBeNull()
  })

  it('refuses a wrong signature before anything else', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    const transaction = await world.client.sign([from], [world.client.transfer(from, to, SOL)])
    transaction.signatures[0]?.fill(7)
    expect((await world.client.sendRaw(transaction, { preflightCommitment: 'processed' })).error).toMatchObject({
      code: -32003,
    })
    await world.client.sendRaw(transaction, { skipPreflight: true })
    expect(await world.connection.getBalance(to)).toBe(0)
  })

  it('includes what is sent twice once', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    const transaction = await world.client.sign([from], [world.client.transfer(from, to, SOL)])
    const signature = await world.connection.sendTransaction(transaction)
    expect((await world.client.sendRaw(transaction, { preflightCommitment: 'processed' })).error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: This transaction has already been processed',
      data: { err: 'AlreadyProcessed' },
    })
    expect(await world.connection.sendTransaction(transaction, { skipPreflight: true })).toBe(signature)
    expect(await world.connection.getBalance(to)).toBe(SOL)
  })

  it('does not know a blockhash that is younger than the commitment of the preflight', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    const transaction = await world.client.sign([from], [world.client.transfer(from, to, SOL)])
    expect((await world.client.sendRaw(transaction, { preflightCommitment: 'finalized' })).error.data.err).toBe(
      'BlockhashNotFound',
    )
    expect((await world.client.sendRaw(transaction, { preflightCommitment: 'processed' })).result).toEqual(
      expect.any(String),
    )
  })

  it('answers wrong calls with the codes of a node', async () => {
    const call = (method: string, ...params: unknown[]) => world.client.post({ jsonrpc: '2.0', id: 7, method, params })
    expect(await call('noSuchMethod')).toMatchObject({ error: { code: -32601 }, id: 7 })
    expect(await call('getBalance', 'nonsense')).toMatchObject({ error: { code: -32602 } })
    expect(await call('getBalance')).toMatchObject({ error: { code: -32602 } })
    expect(await call('sendTransaction', 'AAAA', { encoding: 'base64' })).toMatchObject({ error: { code: -32602 } })
    expect(await call('getSlot', { minContextSlot: 5_000 })).toMatchObject({ error: { code: -32016 } })
    expect(await call('getBlock', 5_000)).toMatchObject({ error: { code: -32004 } })
    expect(await world.client.post({ method: 5 })).toMatchObject({ error: { code: -32600 } })
    const batch = await world.client.post([
      { jsonrpc: '2.0', id: 1, method: 'getHealth' },
      { jsonrpc: '2.0', id: 2, method: 'nope' },
    ])
    expect(batch).toMatchObject([
      { id: 1, result: 'ok' },
      { id: 2, error: { code: -32601 } },
    ])
  })
})

describe('simulateTransaction', () => {
  it('needs neither signatures nor a blockhash when told so, and keeps nothing', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    const transaction = await world.client.sign([from], [world.client.transfer(from, to, SOL)])
    transaction.signatures[0]?.fill(0)
    transaction.message.recentBlockhash = PublicKey.default.toBase58()
    const { value } = await world.connection.simulateTransaction(transaction, {
      replaceRecentBlockhash: true,
      accounts: { encoding: 'base64', addresses: [to.toBase58()] },
    })
    expect(value).toMatchObject({ err: null, unitsConsumed: 150 })
    expect(value.accounts?.[0]?.lamports).toBe(SOL)
    expect(await world.connection.getBalance(to)).toBe(0)
    const checked = await world.connection.simulateTransaction(transaction, { commitment: 'processed' })
    expect(checked.value.err).toBe('BlockhashNotFound')
  })

  it('checks signatures when told so', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    const transaction = await world.client.sign([from], [world.client.transfer(from, to, SOL)])
    transaction.signatures[0]?.fill(9)
    expect((await world.connection.simulateTransaction(transaction, { sigVerify: true })).value.err).toBe(
      'SignatureFailure',
    )
  })
})
