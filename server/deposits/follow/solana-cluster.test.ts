import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chainTokens } from '@/db/schema'
import {
  associatedAddress,
  createAssociated,
  mintTo,
  TOKEN_2022_PROGRAM_ID,
  transferChecked,
} from '@/packages/solana-rpc/token-instructions'
import { depositPage } from '@/schemas/deposits/contract'
import { claimCursor } from '@/server/chains/cursor'
import { forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { authority, EXTENSIONS } from '@/server/engine/solana/token-extensions.test-data'
import {
  CLUSTER_ID,
  type LocalSolana,
  runEngine,
  SOL,
  solanaBusiness,
  startLocalSolana,
} from '@/server/testing/local-solana'
import { openDatabase } from '@/server/testing/open-database'
import { requireChain } from '@/server/testing/require-chain'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { followDeposits, newDepositFollower } from './follow-deposits'

// Slots follow each other in real time here, and a busy machine gives a test little of it.
openDatabase()
let solana: LocalSolana
let client: WalletClient
const follower = newDepositFollower()
beforeAll(async () => {
  solana = await startLocalSolana({ finalizedAfterSlots: 8 })
  client = await walletClient()
})
afterAll(() => solana.stop())

async function depositsInto(address: string) {
  const lease = { owner: 'test', seconds: 30 }
  const cursor = await claimCursor(workerCtx(), { chainId: CLUSTER_ID, consumer: 'deposits' }, lease)
  if (cursor) await followDeposits(workerCtx(), await requireChain(CLUSTER_ID), cursor, follower)
  const { code, data } = await client.get('/v1/wallet/deposits?limit=100')
  expect(code).toBe(200)
  return depositPage.parse(data).items.filter((item) => item.address === address)
}
const brief = (items: Awaited<ReturnType<typeof depositsInto>>) =>
  items.map(({ symbol, amount, stage }) => [symbol, amount, stage])
const within = { timeout: 60_000, interval: 100 }
const business = () => solanaBusiness(client.tenant)

test('coins and tokens that arrive on a cluster are confirmed, once', async () => {
  const address = await business().newWallet()
  const to = new PublicKey(address)
  const from = authority()
  await solana.run([SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: 1_500_000_000 })])
  await solana.fundToken('USDC', address, 2_500_000n)
  const token = solana.tokenOf('cNGN')
  await solana.run([
    createAssociated(token, { payer: from, owner: to }),
    mintTo(token, { authority: from, owner: to, units: 7n }),
  ])
  const wanted = [
    ['cNGN', '0.000007', 'confirmed'],
    ['USDC', '2.5', 'confirmed'],
    ['SOL', '1.5', 'confirmed'],
  ]
  await vi.waitFor(async () => expect(brief(await depositsInto(address))).toEqual(wanted), within)
  const [minted, usd, coins] = await depositsInto(address)
  const known = { chainType: 'SOLANA', chainId: CLUSTER_ID, network: 'TESTNET' }
  expect(coins).toMatchObject({ ...known, tokenAddress: null, fromAddress: from.toBase58(), logIndex: 0 })
  // The account is made by the first instruction and what it calls; the transfer comes behind them.
  expect(usd).toMatchObject({
    ...known,
    tokenAddress: solana.tokenOf('USDC').mint.toBase58(),
    logIndex: expect.any(Number),
  })
  expect(minted).toMatchObject({ fromAddress: token.mint.toBase58() })
  const landed = await solana.connection.getTransaction(usd?.txHash ?? '', {
    maxSupportedTransactionVersion: 0,
    commitment: 'confirmed',
  })
  expect(usd?.blockNumber).toBe(landed?.slot)
  const { data } = await client.get(`/v1/wallet/hd/address-index/0/balances?chainType=SOLANA`)
  expect(JSON.stringify(data)).toContain('"2500000"')
})

test('of a token that takes a fee what is left arrives', async () => {
  const mint = Keypair.generate()
  const token = { mint: mint.publicKey, programId: TOKEN_2022_PROGRAM_ID, decimals: 6 }
  const { bytes, data } = EXTENSIONS['a transfer fee']
  const space = 166 + 4 + bytes
  const [owner, address] = [authority(), await business().newWallet()]
  const to = new PublicKey(address)
  const own = (content: number[]) =>
    new TransactionInstruction({
      programId: token.programId,
      keys: [{ pubkey: token.mint, isSigner: false, isWritable: true }],
      data: Buffer.from(content),
    })
  const create = SystemProgram.createAccount({
    ...{ fromPubkey: owner, newAccountPubkey: token.mint, programId: token.programId, space },
    lamports: await solana.connection.getMinimumBalanceForRentExemption(space),
  })
  await solana.run([create, own(data()), own([20, 6, ...owner.toBytes(), 0])], [mint])
  const row = { chainId: CLUSTER_ID, symbol: 'FEE', address: token.mint.toBase58(), decimals: 6 }
  await workerCtx().db.insert(chainTokens).values(row)
  forgetChains()
  await solana.run([
    createAssociated(token, { payer: owner, owner }),
    mintTo(token, { authority: owner, owner, units: 1_000_000n }),
    createAssociated(token, { payer: owner, owner: to }),
    transferChecked(token, { from: owner, to, units: 10_000n }),
  ])
  const wanted = [['FEE', '0.00995', 'confirmed']]
  await vi.waitFor(async () => expect(brief(await depositsInto(address))).toEqual(wanted), within)
  const { value } = await solana.connection.getTokenAccountBalance(associatedAddress(to, token))
  expect(value.amount).toBe('9950')
  await workerCtx()
    .db.delete(chainTokens)
    .where(and(eq(chainTokens.chainId, CLUSTER_ID), eq(chainTokens.symbol, 'FEE')))
})

test('what the customer sends from one wallet to another is none', async () => {
  const [from, to] = [await business().newWallet(), await business().newWallet()]
  await solana.run([
    SystemProgram.transfer({ fromPubkey: authority(), toPubkey: new PublicKey(from), lamports: Number(2n * SOL) }),
  ])
  await vi.waitFor(async () => expect(await depositsInto(from)).toHaveLength(1), within)
  const id = await business().transfer(from, to, '0.5')
  await vi.waitFor(async () => {
    await runEngine()
    expect(await business().read(id)).toMatchObject({ status: 'COMPLETED' })
  }, within)
  await solana.fundToken('USDC', to, 1n)
  // It was sent before, so it was read before.
  await vi.waitFor(
    async () => expect(brief(await depositsInto(to))).toEqual([['USDC', '0.000001', 'confirmed']]),
    within,
  )
})
