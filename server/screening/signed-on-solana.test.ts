import { randomUUID } from 'node:crypto'
import {
  type AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { blockedAddresses, rpcEndpoints } from '@/db/schema'
import { associatedAddress, createAssociated, transferChecked } from '@/packages/solana-rpc/token-instructions'
import { forgetChains } from '@/server/chains/registry'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { inWorker } from '@/server/ctx'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { CLUSTER_ID, type LocalSolana, startLocalSolana } from '@/server/testing/local-solana'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { type Answer, type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { createLookupTable } from '@/server/transactions/lookup-table.test-data'

const MAINNET = 101
const BLOCKHASH = new PublicKey(Buffer.alloc(32, 7)).toBase58()
const BLOCKED = { code: 422, refusal: 'address_blocked' }
const someone = () => Keypair.generate().publicKey

openDatabase()
let solana: LocalSolana
let client: WalletClient
let wallet: PublicKey
let blocked: PublicKey

beforeAll(async () => {
  solana = await startLocalSolana()
})
beforeEach(async () => {
  client = await walletClient()
  wallet = new PublicKey((await newWallet(client.tenant, 'SOLANA')).address)
  blocked = someone()
  const { businessId } = client
  const row = { businessId, address: blocked.toBase58(), reason: 'test', createdBy: 'test' }
  await inWorker(({ db }) => db.insert(blockedAddresses).values(row))
})
afterAll(() => solana.stop())

function sign(instructions: TransactionInstruction[], tables: AddressLookupTableAccount[] = []): Promise<Answer> {
  const message = new TransactionMessage({ payerKey: wallet, recentBlockhash: BLOCKHASH, instructions })
  const bytes = new VersionedTransaction(message.compileToV0Message(tables)).serialize()
  const transaction = { serialized: Buffer.from(bytes).toString('base64') }
  const body = { chainType: 'SOLANA', network: 'TESTNET', addressIndex: 0, transaction }
  return client.post('/v1/wallet/hd/sign', body, randomUUID())
}

const pay = (toPubkey: PublicKey) => SystemProgram.transfer({ fromPubkey: wallet, toPubkey, lamports: 1 })
const payToken = (to: PublicKey) => transferChecked(solana.tokenOf('USDC'), { from: wallet, to, units: 1n })

test('an account behind a lookup table is screened like one that the message names', async () => {
  const open = someone()
  const table = await createLookupTable(solana, [open, blocked])
  expect(await sign([pay(blocked)])).toMatchObject(BLOCKED)
  expect(await sign([pay(blocked)], [table])).toMatchObject({
    ...BLOCKED,
    message: `Address blocked: ${blocked.toBase58()}`,
  })
  expect(await sign([pay(open)], [table])).toMatchObject({ code: 200 })
})

test('a lookup table that the chain does not have, and an entry beyond its end, are refused by name', async () => {
  const table = await createLookupTable(solana, [someone()])
  const { state } = table
  const longer = someone()
  const grown = { ...table, state: { ...state, addresses: [...state.addresses, longer] } } as AddressLookupTableAccount
  const foreign = { ...table, key: someone() } as AddressLookupTableAccount
  const problem = 'transaction.serialized: a lookup table, or an entry of it, is not final'
  expect(await sign([pay(longer)], [grown])).toMatchObject({ code: 400, errors: [problem] })
  expect(await sign([pay(state.addresses[0] ?? wallet)], [foreign])).toMatchObject({ code: 400, errors: [problem] })
})

test('the owner of a token account is screened, whether it exists or is opened by the transaction', async () => {
  const open = someone()
  await solana.fundToken('USDC', blocked.toBase58(), 1n)
  await solana.fundToken('USDC', open.toBase58(), 1n)
  await solana.control('advanceSlots', 40)
  await expect
    .poll(() => solana.connection.getAccountInfo(associatedAddress(open, solana.tokenOf('USDC')), 'finalized'))
    .not.toBeNull()
  expect(await sign([payToken(blocked)])).toMatchObject(BLOCKED)
  expect(await sign([payToken(open)])).toMatchObject({ code: 200 })
  const table = await createLookupTable(solana, [associatedAddress(blocked, solana.tokenOf('USDC'))])
  expect(await sign([payToken(blocked)], [table])).toMatchObject(BLOCKED)
  const account = createAssociated(solana.tokenOf('cNGN'), { payer: wallet, owner: blocked })
  expect(await sign([account])).toMatchObject(BLOCKED)
})

test('a token account whose owner is not known yet gets nothing, unless the transaction opens it', async () => {
  const account = associatedAddress(blocked, solana.tokenOf('USDC')).toBase58()
  const problem = (address: string) =>
    `transaction.serialized: the token account ${address} is not final: its owner is not known`
  // Nothing names the owner: anyone can open the account once this is signed.
  expect(await sign([payToken(blocked)])).toMatchObject({ code: 400, errors: [problem(account)] })
  const table = await createLookupTable(solana, [new PublicKey(account)])
  expect(await sign([payToken(blocked)], [table])).toMatchObject({ code: 400, errors: [problem(account)] })
  const open = someone()
  const opening = createAssociated(solana.tokenOf('USDC'), { payer: wallet, owner: open })
  expect(await sign([opening, payToken(open)])).toMatchObject({ code: 200 })
  const other = createAssociated(solana.tokenOf('cNGN'), { payer: wallet, owner: open })
  expect(await sign([other, payToken(open)])).toMatchObject({ code: 400 })
})

test('an address in the data of an instruction is screened, such as the new owner of a token account', async () => {
  const { programId } = solana.tokenOf('USDC')
  const account = associatedAddress(wallet, solana.tokenOf('USDC'))
  // SetAuthority of the account's owner.
  const give = (to: PublicKey) => {
    const keys = [
      { pubkey: account, isSigner: false, isWritable: true },
      { pubkey: wallet, isSigner: true, isWritable: false },
    ]
    return { programId, keys, data: Buffer.concat([Buffer.of(6, 2, 1), to.toBuffer()]) }
  }
  expect(await sign([give(blocked)])).toMatchObject(BLOCKED)
  expect(await sign([give(someone())])).toMatchObject({ code: 200 })
})

test('what the mainnet says of an account counts for a request that names the testnet', async () => {
  const account = someone()
  const data = Buffer.alloc(165)
  blocked.toBuffer().copy(data, 32)
  data[108] = 1
  const owned = { lamports: 1, owner: solana.tokenOf('USDC').programId.toBase58(), executable: false }
  const mainnet = await startStubNode({
    chainId: MAINNET,
    methods: {
      getGenesisHash: () => 'local',
      getMultipleAccounts: ([addresses]) => ({
        context: { slot: 1 },
        value: (addresses as string[]).map((address) =>
          address === account.toBase58() ? { ...owned, data: [data.toString('base64'), 'base64'] } : null,
        ),
      }),
    },
  })
  const { programId } = solana.tokenOf('USDC')
  const keys = [account, wallet].map((pubkey) => ({ pubkey, isSigner: pubkey === wallet, isWritable: true }))
  const move = { programId, keys, data: Buffer.of(3, 1, 0, 0, 0, 0, 0, 0, 0) }
  expect(await sign([move])).toMatchObject({ code: 200 })
  await addRpcEndpoint(MAINNET, mainnet.url)
  forgetChains()
  try {
    expect(await sign([move])).toMatchObject(BLOCKED)
    mainnet.mode = 'reset'
    expect(await sign([move])).toMatchObject({ code: 503 })
    expect(await sign([pay(someone())])).toMatchObject({ code: 200 })
  } finally {
    await inWorker(({ db }) => db.delete(rpcEndpoints))
    await addRpcEndpoint(CLUSTER_ID, solana.rpcUrl)
    forgetChains()
    await mainnet.close()
  }
})
