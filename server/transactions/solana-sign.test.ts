import { randomUUID } from 'node:crypto'
import {
  type AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { idempotencyKeys, policies, transactions, webhookMessages } from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { inWorker, workerCtx } from '@/server/ctx'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { type LocalSolana, startLocalSolana } from '@/server/testing/local-solana'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { createWallets } from '@/server/wallets/create-wallets'
import { isSignedBy } from './is-signed-by.test-data'
import { createLookupTable } from './lookup-table.test-data'

const SIGN = '/v1/wallet/hd/sign'
const BLOCKHASH = new PublicKey(Buffer.alloc(32, 7)).toBase58()
const someone = () => Keypair.generate().publicKey
const signed = z.strictObject({ signedTransaction: z.string() })

openDatabase()
let solana: LocalSolana
let client: WalletClient
let wallet: PublicKey

beforeAll(async () => {
  solana = await startLocalSolana()
  client = await walletClient()
  const made = await newWallet(client.tenant, 'SOLANA')
  wallet = new PublicKey(made.address)
})
afterAll(async () => {
  await solana.stop()
})

function sign(serialized: unknown, change: object = {}, key: string = randomUUID()) {
  const body = { chainType: 'SOLANA', network: 'TESTNET', addressIndex: 0, transaction: { serialized }, ...change }
  return client.post(SIGN, body, key)
}

const pay = (from: PublicKey) => SystemProgram.transfer({ fromPubkey: from, toPubkey: someone(), lamports: 1 })

/** A legacy transaction that nobody signed yet; `also` are further signers. */
function legacy({ feePayer = wallet, also = [] }: { feePayer?: PublicKey; also?: PublicKey[] } = {}) {
  const transaction = new Transaction({ feePayer, blockhash: BLOCKHASH, lastValidBlockHeight: 1 })
  return transaction.add(pay(feePayer), ...also.map(pay))
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const unsigned = (transaction: Transaction) =>
  base64(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }))

function versioned(tables: AddressLookupTableAccount[] = []) {
  const message = new TransactionMessage({ payerKey: wallet, recentBlockhash: BLOCKHASH, instructions: [pay(wallet)] })
  return new VersionedTransaction(message.compileToV0Message(tables))
}

/** A table whose address replaces the recipient of the transfer, so that the message refers to it by number. */
async function withLookupTable(): Promise<VersionedTransaction> {
  const recipient = someone()
  const table = await createLookupTable(solana, [recipient])
  const instruction = SystemProgram.transfer({ fromPubkey: wallet, toPubkey: recipient, lamports: 1 })
  const message = new TransactionMessage({ payerKey: wallet, recentBlockhash: BLOCKHASH, instructions: [instruction] })
  return new VersionedTransaction(message.compileToV0Message([table]))
}

async function written() {
  const { db } = workerCtx()
  return Promise.all([transactions, idempotencyKeys, webhookMessages].map((table) => db.$count(table)))
}

describe('a Solana transaction is signed and given back', () => {
  test('legacy: complete with our signature, nothing recorded, nothing sent', async () => {
    const [before] = [await written()]
    const answer = await sign(unsigned(legacy()), { webhookUrl: 'http://127.0.0.1:9/hook', waitForCompletion: true })
    expect(answer).toMatchObject({ code: 200, status: true, message: 'Transaction signed' })
    const { signedTransaction } = signed.parse(answer.data)
    expect(Transaction.from(Buffer.from(signedTransaction, 'base64')).verifySignatures()).toBe(true)
    const [rows, keys, messages] = await written()
    expect([rows, messages]).toEqual([before[0], before[2]])
    expect(keys).toBe((before[1] ?? 0) + 1)
  })

  test.each([
    ['v0', async () => versioned()],
    ['v0 with lookup tables', withLookupTable],
  ])('%s: the message stays as it was, byte for byte', async (name, make) => {
    const transaction = await make()
    expect(transaction.message.addressTableLookups).toHaveLength(name === 'v0' ? 0 : 1)
    const { signedTransaction } = signed.parse((await sign(base64(transaction.serialize()))).data)
    const back = VersionedTransaction.deserialize(Buffer.from(signedTransaction, 'base64'))
    const message = back.message.serialize()
    expect(base64(message)).toBe(base64(transaction.message.serialize()))
    expect(isSignedBy(wallet, back.signatures[0], message)).toBe(true)
  })

  test('the same key gives the same bytes; another body under it is 422', async () => {
    const key = randomUUID()
    const serialized = unsigned(legacy())
    const first = await sign(serialized, {}, key)
    expect(await sign(serialized, {}, key)).toEqual({ ...first, replayed: true })
    expect((await sign(unsigned(legacy()), {}, key)).code).toBe(422)
  })

  test('one that needs another signer too: theirs is kept where it is there, and left open where not', async () => {
    const other = Keypair.generate()
    const open = Transaction.from(Buffer.from(unsigned(legacy({ also: [other.publicKey] })), 'base64'))
    const half = signed.parse((await sign(unsigned(open))).data)
    const back = Transaction.from(Buffer.from(half.signedTransaction, 'base64'))
    const signatureOf = (key: PublicKey) => back.signatures.find(({ publicKey }) => publicKey.equals(key))?.signature
    expect(isSignedBy(wallet, signatureOf(wallet) ?? undefined, back.serializeMessage())).toBe(true)
    expect(signatureOf(other.publicKey)).toBeNull()
    open.partialSign(other)
    const whole = signed.parse((await sign(unsigned(open))).data)
    expect(Transaction.from(Buffer.from(whole.signedTransaction, 'base64')).verifySignatures()).toBe(true)
  })

  test('one whose fee another pays, as long as ours is asked for', async () => {
    const payer = Keypair.generate()
    const transaction = legacy({ feePayer: payer.publicKey, also: [wallet] })
    transaction.partialSign(payer)
    const { signedTransaction } = signed.parse((await sign(unsigned(transaction))).data)
    expect(Transaction.from(Buffer.from(signedTransaction, 'base64')).verifySignatures()).toBe(true)
  })

  test('also for a network that has no endpoint: nothing is asked of it', async () => {
    expect((await sign(unsigned(legacy()), { network: undefined })).code).toBe(200)
    expect((await sign(unsigned(legacy()), { network: 'MAINNET', chainId: 101 })).code).toBe(200)
  })
})

describe('a signature is refused by name and nothing is written', () => {
  const good = () => unsigned(legacy())
  const bytes = () => Buffer.from(good(), 'base64')
  const wrong = (field: string, make: () => unknown, change: object = {}) => [field, make, change] as const
  test.each([
    wrong('transaction.serialized: does not ask for a signature of this wallet', () =>
      unsigned(legacy({ feePayer: someone() })),
    ),
    wrong('transaction.serialized: transaction.serialized is required', () => undefined),
    wrong('transaction.serialized:', () => ''),
    wrong('transaction.serialized:', () => 'not base64!'),
    wrong('transaction.serialized:', () => bytes().toString('hex')),
    wrong('transaction.serialized:', () => bytes().toString('base64url').replaceAll('=', '')),
    wrong('transaction.serialized:', () => bytes().subarray(0, -1).toString('base64')),
    wrong('transaction.serialized:', () => Buffer.concat([bytes(), Buffer.from([0])]).toString('base64')),
    wrong('transaction.serialized:', () => base64(new Uint8Array(1_233))),
    wrong('transaction.serialized:', () => 'A'.repeat(4_004)),
    wrong('transaction.serialized:', () => bytes().fill(0xff).toString('base64')),
    // The byte that says the version: 1 does not exist yet.
    wrong('transaction.serialized:', () => {
      const raw = Buffer.from(versioned().serialize())
      raw[65] = 0x81
      return raw.toString('base64')
    }),
    wrong('transaction.serialized: must be base64', () => 1),
    wrong('transaction.to: is for EVM', () => undefined, { transaction: { to: 'x', serialized: 'AA==' } }),
    wrong('transaction.data: is for EVM', () => undefined, { transaction: { data: '0x', serialized: 'AA==' } }),
    wrong('transaction.message: unknown field', () => undefined, { transaction: { message: 'AA==' } }),
    wrong('network: chain 103 is TESTNET', good, { chainId: 103, network: 'MAINNET' }),
    wrong('network: chain 101 is MAINNET', good, { chainId: 101, network: 'TESTNET' }),
    wrong('chainId: chain 84532 is not of type SOLANA', good, { chainId: 84_532 }),
    wrong('webhookUrl: must use https', good, { webhookUrl: 'http://example.com/' }),
    wrong('webhookSecret: requires webhookUrl', good, { webhookSecret: 'x'.repeat(16) }),
  ])('%s', async (message, make, change) => {
    const before = await written()
    const answer = await sign(make(), change)
    expect([answer.code, answer.errors?.length]).toEqual([400, 1])
    expect(answer.errors?.[0]).toContain(message)
    expect(await written()).toEqual(before)
  })

  test('a wallet that is missing is 404, also where one of the other kind has its index', async () => {
    await inTenantWithSeed(client.tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count: 2, purpose: 'T' }))
    expect(await sign(good(), { addressIndex: 1 })).toMatchObject({ code: 404, message: 'Wallet not found' })
  })

  test('no bytes make it fail in any other way', async () => {
    const raw = fc.oneof(
      fc.uint8Array({ maxLength: 1_300 }),
      // A good transaction with one byte changed gets deeper into the reader than noise.
      fc.tuple(fc.nat(), fc.nat(255)).map(([index, value]) => {
        const changed = bytes()
        changed[index % changed.length] = value
        return new Uint8Array(changed)
      }),
    )
    const before = (await written())[0]
    await fc.assert(
      fc.asyncProperty(raw, async (array) => {
        const { code, data } = await sign(base64(array))
        expect([200, 400]).toContain(code)
        // Whatever is signed asked for this wallet.
        if (code === 200) expect(Buffer.from(array).includes(wallet.toBuffer())).toBe(true)
        if (code === 200) signed.parse(data)
      }),
      propertyRuns(),
    )
    expect((await written())[0]).toBe(before)
  })

  test('a policy that limits anything cannot read it and refuses; one without limits does not', async () => {
    const { businessId, projectId } = client.tenant
    const save = async (rules: Partial<typeof policies.$inferInsert>) => {
      const row = { businessId, projectId, updatedBy: 'test', ...rules }
      await inWorker(({ db }) =>
        db
          .insert(policies)
          .values(row)
          .onConflictDoUpdate({ target: [policies.businessId, policies.projectId], set: row }),
      )
      forgetCaches()
    }
    const before = await written()
    await save({ dailyMicros: 1n })
    expect(await sign(good())).toMatchObject({ code: 422, message: expect.stringMatching(/^Policy: /) })
    await save({ dailyMicros: null, allowedRecipients: [] })
    expect((await sign(good())).code).toBe(422)
    expect((await sign(base64((await withLookupTable()).serialize()))).code).toBe(422)
    expect(await written()).toEqual(before)
    await save({ dailyMicros: null, allowedRecipients: null })
    expect((await sign(good())).code).toBe(200)
    await save({ dailyMicros: 1n, isActive: false })
    expect((await sign(good())).code).toBe(200)
  })
})
