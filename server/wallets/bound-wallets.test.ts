import { randomUUID } from 'node:crypto'
import { Keypair, SystemProgram, Transaction } from '@solana/web3.js'
import { and, eq, like } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approvals, idempotencyKeys, policies, transactions, wallets } from '@/db/schema'
import { transactionView } from '@/schemas/transactions/contract'
import { forgetCaches } from '@/server/changing-cache'
import { inWorker, workerCtx } from '@/server/ctx'
import { MESSAGES } from '@/server/refusals/messages'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { type Portal, portalOf } from '@/server/testing/portal-of'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { createWallets } from './create-wallets'

const CHAIN_ID = 84532
const SOLANA_DEVNET = 103
const TO = '0x00000000000000000000000000000000000000AA'
/** A transaction that asks nobody here for a signature. */
const feePayer = Keypair.generate().publicKey
const UNSIGNED = new Transaction({ feePayer, blockhash: feePayer.toBase58(), lastValidBlockHeight: 1 })
  .add(SystemProgram.transfer({ fromPubkey: feePayer, toPubkey: feePayer, lamports: 1 }))
  .serialize({ requireAllSignatures: false, verifySignatures: false })
  .toString('base64')
const FOREIGN = { code: 403, status: false, message: MESSAGES.foreignWallet, refusal: 'wallet_foreign' }

openDatabase()
let mine: WalletClient
let other: WalletClient
let owner: Portal
let evm: { id: string; address: string }

beforeAll(async () => {
  // Accepting a native transfer asks the chain nothing, so addresses nobody listens on are enough.
  await addRpcEndpoint(CHAIN_ID, 'http://127.0.0.1:9')
  await addRpcEndpoint(SOLANA_DEVNET, 'http://127.0.0.1:9')
})
beforeEach(async () => {
  mine = await walletClient()
  other = await walletClient({ businessId: mine.businessId })
  owner = await portalOf(mine.tenant, 'owner')
  await inTenantWithSeed(mine.tenant, async (ctx) => {
    await createWallets(ctx, { chainType: 'EVM', count: 2, purpose: 'T' })
    await createWallets(ctx, { chainType: 'SOLANA', count: 1, purpose: 'T' })
  })
  evm = await walletAt('EVM')
})

async function walletAt(chainType: 'EVM' | 'SOLANA', addressIndex = 0) {
  const rows = await workerCtx().db.select().from(wallets).where(eq(wallets.businessId, mine.businessId))
  const row = rows.find((one) => one.chainType === chainType && one.addressIndex === addressIndex)
  if (!row) throw new Error('the wallet was not made')
  return row
}

const bind = (walletId: string, boundProjectId: string | null, by = owner) =>
  by.api.wallets.bind({ projectId: by.projectId, walletId, boundProjectId })

const transfer = (who: WalletClient, fromAddress: string | number, key: string = randomUUID()) =>
  who.post(
    '/v1/wallet/transaction',
    { fromAddress, toAddress: TO, amount: '0.001', chainType: 'EVM', chainId: CHAIN_ID },
    key,
  )

/** Transactions, keys of `/v1` (acts in the portal keep theirs in the same table) and approvals of the business. */
function written() {
  const { db } = workerCtx()
  const { businessId } = mine
  return Promise.all([
    db.$count(transactions, eq(transactions.businessId, businessId)),
    db.$count(
      idempotencyKeys,
      and(eq(idempotencyKeys.businessId, businessId), like(idempotencyKeys.operation, 'POST /v1/%')),
    ),
    db.$count(approvals, eq(approvals.businessId, businessId)),
  ])
}

describe('a wallet bound to one project', () => {
  const sign = (who: WalletClient, body: object) => who.post('/v1/wallet/hd/sign', body, randomUUID())

  it.each([
    ['a transfer by address', 'fromAddress', (who: WalletClient) => transfer(who, evm.address)],
    ['a transfer by index', 'fromAddress', (who: WalletClient) => transfer(who, 0)],
    [
      'a signed call',
      'addressIndex',
      (who: WalletClient) =>
        sign(who, { addressIndex: 0, chainType: 'EVM', chainId: CHAIN_ID, transaction: { to: TO, value: '1' } }),
    ],
    ['a read by index', 'addressIndex', (who: WalletClient) => who.get('/v1/wallet/hd/address-index/0')],
    ['a deactivation', 'walletId', (who: WalletClient) => who.post(`/v1/wallet/hd/deactivate/${evm.id}`)],
  ])("answers %s by another project's key like a foreign wallet, and its own as ever", async (_what, param, call) => {
    await bind(evm.id, mine.tenant.projectId)
    expect(await call(other)).toEqual({ ...FOREIGN, param, replayed: false })
    expect(await written()).toEqual([0, 0, 0])
    expect(await walletAt('EVM')).toMatchObject({ isActive: true })
    // Past the wallet: whatever nobody at the chain's address can answer is another matter.
    expect((await call(mine)).code).not.toBe(403)
  })

  it("is signed with by no other project's key on Solana either", async () => {
    const { id } = await walletAt('SOLANA')
    const body = {
      addressIndex: 0,
      chainType: 'SOLANA',
      chainId: SOLANA_DEVNET,
      transaction: { serialized: UNSIGNED },
    }
    const before = await sign(other, body)
    expect(before.code).not.toBe(403)
    await bind(id, mine.tenant.projectId)
    expect(await sign(other, body)).toMatchObject(FOREIGN)
    expect(await sign(mine, body)).toEqual(before)
  })

  it('is neither listed for nor counted by keys of other projects', async () => {
    await bind(evm.id, mine.tenant.projectId)
    const seen = async (who: WalletClient) => [
      (await who.get('/v1/wallet/hd?chainType=EVM')).data,
      (await who.get('/v1/wallet/hd/count?chainType=EVM')).data,
    ]
    expect(await seen(mine)).toMatchObject([{ total: 2, items: [{}, { id: evm.id }] }, { count: 2 }])
    expect(await seen(other)).toMatchObject([{ total: 1, items: [{ addressIndex: 1 }] }, { count: 1 }])
    const shown = await owner.api.wallets.list({ projectId: owner.projectId, chainType: 'EVM' })
    expect(shown.items.map((wallet) => wallet.boundProjectId)).toEqual([null, mine.tenant.projectId])
  })

  it('takes nothing from a process that remembers it unbound, and is free again for one that remembers it bound', async () => {
    expect((await transfer(other, 0)).code).toBe(202)
    await bind(evm.id, mine.tenant.projectId)
    const key = randomUUID()
    expect(await transfer(other, 0, key)).toMatchObject(FOREIGN)
    expect(await written()).toMatchObject([1, 1, 0])
    expect((await transfer(mine, 0)).code).toBe(202)
    await bind(evm.id, null)
    expect(await transfer(other, 0, key)).toMatchObject({ code: 202, replayed: false })
    await bind(evm.id, other.tenant.projectId)
    expect(await transfer(mine, 0)).toMatchObject(FOREIGN)
    expect((await transfer(other, 0)).code).toBe(202)
  })

  it("has its transactions neither cancelled nor sped up by another project's key, but for what that one sent", async () => {
    const idOf = async (who: WalletClient) => transactionView.parse((await transfer(who, 0)).data).id
    const [theirs, own] = [await idOf(other), await idOf(mine)]
    const ask = (who: WalletClient, what: 'cancel' | 'speed-up', id: string) =>
      who.post(`/v1/wallet/transaction/${id}/${what}`, { reason: 'it is not wanted' })
    await bind(evm.id, mine.tenant.projectId)
    for (const what of ['cancel', 'speed-up'] as const)
      expect(await ask(other, what, own)).toMatchObject({ ...FOREIGN, param: 'id' })
    const [waiting] = await workerCtx().db.select().from(transactions).where(eq(transactions.id, own))
    expect(waiting).toMatchObject({ status: 'PENDING', cancelRequestedAt: null, speedUpRequestedAt: null })
    expect((await ask(other, 'cancel', theirs)).code).toBe(200)
    expect((await ask(mine, 'cancel', own)).code).toBe(200)
  })

  it('lets no transfer of another project through that waited for approval', async () => {
    const { businessId, projectId } = other.tenant
    await inWorker(({ db }) =>
      db.insert(policies).values({ businessId, projectId, updatedBy: 'test', approvalAboveMicros: 0n }),
    )
    forgetCaches()
    const { id } = transactionView.parse((await transfer(other, 0)).data)
    const [approval] = await workerCtx().db.select().from(approvals).where(eq(approvals.transactionId, id))
    if (!approval) throw new Error('the transfer does not wait')
    const there = await portalOf(other.tenant, 'owner')
    const approve = () => there.api.approvals.approve({ projectId, approvalId: approval.id })
    await bind(evm.id, mine.tenant.projectId)
    await expect(approve()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('bound to another project'),
    })
    const [waiting] = await workerCtx().db.select().from(transactions).where(eq(transactions.id, id))
    expect(waiting).toMatchObject({ stage: 'awaiting_approval', status: 'PENDING' })
    await bind(evm.id, null)
    await approve()
    const [queued] = await workerCtx().db.select().from(transactions).where(eq(transactions.id, id))
    expect(queued).toMatchObject({ stage: 'queued' })
  })
})

describe('binding', () => {
  it('is for owners, within their business, and audited', async () => {
    const { projectId } = owner
    for (const role of ['developer', 'viewer'] as const) {
      const person = await portalOf(mine.tenant, role)
      await expect(bind(evm.id, projectId, person)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    const stranger = await walletClient()
    const theirs = await portalOf(stranger.tenant, 'owner')
    await expect(bind(evm.id, stranger.tenant.projectId, theirs)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(bind(evm.id, stranger.tenant.projectId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Project not found',
    })
    expect(await walletAt('EVM')).toMatchObject({ boundProjectId: null })
    await bind(evm.id, other.tenant.projectId)
    await bind(evm.id, projectId)
    await bind(evm.id, null)
    const { items } = await owner.api.audit.list({ projectId })
    const reported = items.filter(({ action }) => action.startsWith('wallet.') && action.endsWith('bound'))
    const { address } = evm
    expect(reported.map(({ action, target, detail }) => ({ action, target, detail }))).toEqual([
      { action: 'wallet.unbound', target: evm.id, detail: { address, from: projectId, to: null } },
      { action: 'wallet.bound', target: evm.id, detail: { address, from: other.tenant.projectId, to: projectId } },
      { action: 'wallet.bound', target: evm.id, detail: { address, from: null, to: other.tenant.projectId } },
    ])
    expect(await owner.api.audit.verify({ projectId })).toMatchObject({ isIntact: true })
  })

  it('to where it is bound already, and of a deactivated wallet, is refused', async () => {
    await bind(evm.id, mine.tenant.projectId)
    await expect(bind(evm.id, mine.tenant.projectId)).rejects.toMatchObject({ code: 'CONFLICT' })
    await owner.api.wallets.deactivate({ projectId: owner.projectId, walletId: evm.id })
    await expect(bind(evm.id, null)).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})
