import { randomUUID } from 'node:crypto'
import { PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { alarms, tokens, wallets } from '@/db/schema'
import { faucetKeypair } from '@/packages/solana-rpc/airdrop'
import { createAssociated } from '@/packages/solana-rpc/token-instructions'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import type { Instruction } from '@/server/chains/solana/encode-message'
import { PROGRAMS } from '@/server/chains/solana/programs'
import { workerCtx } from '@/server/ctx'
import { addLiar } from '@/server/testing/add-liar'
import { CLUSTER_ID } from '@/server/testing/local-solana'
import type { Lie } from '@/server/testing/lying-node'
import { requireChain } from '@/server/testing/require-chain'
import { someone } from '@/server/testing/solana-world'
import { watchTokens } from '@/server/tokens/follow/watch-tokens'
import { type MintAuthority, mintTo, setFrozen } from './asset-instructions'
import { readTokenState } from './read-token-state'
import { openSolanaTokenWorld, SOLANA_ASSET, type SolanaTokenWorld } from './solana-token-world.test-data'

const [SET_AUTHORITY, PAUSE_AUTHORITY] = [6, 16]
const AMOUNT_AT = 64

let world: SolanaTokenWorld
beforeAll(async () => {
  world = await openSolanaTokenWorld()
})
afterAll(() => world.close())

const faucet = faucetKeypair()
const signed = z.object({ signedTransaction: z.string() })

/** Signs and sends instructions for the business, outside the platform. */
async function signAsAdmin(...instructions: Instruction[]): Promise<void> {
  const { connection } = world.solana
  const [wallet] = await workerCtx().db.select().from(wallets).where(eq(wallets.address, world.admin))
  const transaction = new Transaction({ feePayer: faucet.publicKey, ...(await connection.getLatestBlockhash()) })
  for (const { program, accounts, data } of instructions) {
    const keys = accounts.map(({ address, ...rights }) => ({ pubkey: new PublicKey(address), ...rights }))
    const programId = new PublicKey(program)
    transaction.add(new TransactionInstruction({ programId, keys, data: Buffer.from(data) }))
  }
  transaction.partialSign(faucet)
  const serialized = transaction.serialize({ requireAllSignatures: false }).toString('base64')
  const body = { chainType: 'SOLANA', network: 'TESTNET', addressIndex: wallet?.addressIndex }
  const answer = await world.client.post('/v1/wallet/hd/sign', { ...body, transaction: { serialized } }, randomUUID())
  const { signedTransaction } = signed.parse(answer.data)
  const signature = await connection.sendRawTransaction(Buffer.from(signedTransaction, 'base64'))
  const statusOf = async () => (await connection.getSignatureStatus(signature)).value?.confirmationStatus
  await expect.poll(statusOf, { timeout: 60_000, interval: 50 }).toBe('finalized')
}

async function openAlarm(): Promise<string | null> {
  const isOpen = and(eq(alarms.kind, 'token_index_differs'), isNull(alarms.closedAt))
  const [alarm] = await workerCtx().db.select().from(alarms).where(isOpen)
  return alarm?.message ?? null
}

test('thawing, minting or giving a power away outside the platform raises an alarm until the holder is known', async () => {
  const token = await world.active(SOLANA_ASSET)
  const [holder, stranger] = [someone(), someone()]
  await world.done(token.id, 'wallets', { address: holder, investorId: 'known' })
  await world.done(token.id, 'mint', { to: holder, amount: '5' })
  expect(await watchTokens(workerCtx())).toBe(0)

  const mint = token.contractAddress
  const acting: MintAuthority = { mint, programId: PROGRAMS.token2022, authority: world.admin }
  const place = { mint: new PublicKey(mint), programId: new PublicKey(PROGRAMS.token2022) }
  await world.solana.run([createAssociated(place, { payer: faucet.publicKey, owner: new PublicKey(stranger) })])
  // Only a final account of a known owner may be paid by a transaction that a customer builds.
  await world.solana.control('advanceSlots', 40)
  const thaw = setFrozen(acting, { owner: stranger, isFrozen: false })
  await signAsAdmin(thaw, mintTo(acting, { owner: stranger, units: 2_000_000n }))
  expect(await watchTokens(workerCtx())).toBe(1)
  expect(await openAlarm()).toContain('2000000 of 7000000 units are held by unknown addresses')

  await world.done(token.id, 'wallets', { address: stranger, investorId: 'known by now' })
  expect(await watchTokens(workerCtx())).toBe(0)
  expect(await openAlarm()).toBe(null)
  expect(await world.read(token.id)).toMatchObject({ totalSupply: '7', holderCount: 2 })

  const pausing = Buffer.concat([Buffer.of(SET_AUTHORITY, PAUSE_AUTHORITY, 1), new PublicKey(stranger).toBuffer()])
  const accounts = [
    { address: mint, isSigner: false, isWritable: true },
    { address: world.admin, isSigner: true, isWritable: false },
  ]
  await signAsAdmin({ program: PROGRAMS.token2022, accounts, data: pausing })
  expect(await watchTokens(workerCtx())).toBe(1)
  expect(await openAlarm()).toContain('the tokenAdmin lacks a power (pausing)')
})

test('accounts of two slots that do not add up are read again', async () => {
  const token = await world.active({ ...SOLANA_ASSET, ticker: 'TORN' })
  const holder = someone()
  await world.done(token.id, 'wallets', { address: holder, investorId: 'a' })
  await world.done(token.id, 'mint', { to: holder, amount: '5' })
  const mint = token.contractAddress
  const account = associatedAccount({ owner: holder, mint, programId: PROGRAMS.token2022 })
  const read = z.object({
    context: z.looseObject({ slot: z.number() }),
    value: z.array(z.looseObject({ data: z.tuple([z.string(), z.string()]) }).nullable()),
  })
  let displays = 0
  const lie: Lie = ({ method, params }, { result }) => {
    const [asked] = z
      .tuple([z.array(z.string())])
      .rest(z.unknown())
      .catch([[]])
      .parse(params)
    const at = asked.indexOf(account)
    if (method !== 'getMultipleAccounts' || at < 0) return undefined
    displays += 1
    const { context, value } = read.parse(result)
    const [data = '', encoding = ''] = value[at]?.data ?? []
    const bytes = Buffer.from(data, 'base64')
    // The state before the mint.
    if (displays === 1) bytes.writeBigUInt64LE(0n, AMOUNT_AT)
    const shown: [string, string] = [bytes.toString('base64'), encoding]
    const held = { ...value[at], data: shown }
    return { result: { context: { ...context, slot: context.slot + 1 }, value: value.with(at, held) } }
  }
  const [row] = await workerCtx().db.select().from(tokens).where(eq(tokens.id, token.id))
  if (!row) throw new Error('no such token')
  const { remove } = await addLiar({ rpcUrl: world.solana.rpcUrl, role: 'reader', lie })
  const chain = await requireChain(CLUSTER_ID)
  const owners = [...Array.from({ length: 110 }, someone), holder]
  const { state } = await readTokenState(chain, row, owners).finally(remove)
  expect(state?.accounts.get(holder)).toEqual({ units: 5_000_000n, isFrozen: false })
  expect(displays).toBeGreaterThan(1)
})
