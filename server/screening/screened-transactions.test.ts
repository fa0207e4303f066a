import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { encodeAbiParameters, encodeFunctionData } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { erc20Abi } from '@/contracts/generated/erc20'
import { approvals, blockedAddresses, idempotencyKeys, policies, transactions } from '@/db/schema'
import { transactionView } from '@/schemas/transactions/contract'
import { approveTransaction } from '@/server/approvals/approve-transaction'
import { rejectTransaction } from '@/server/approvals/reject-transaction'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { budgetDrift } from '@/server/testing/budget-drift'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { portalOf } from '@/server/testing/portal-of'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { batchAnswer } from '@/server/transactions/batch-contract'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

openDatabase()
let chain: LocalChain
let client: WalletClient
let wallet: string

beforeAll(async () => {
  chain = await startLocalChain()
})
afterAll(() => chain.stop())
beforeEach(async () => {
  client = await walletClient()
  wallet = (await newWallet(client.tenant)).address
  await chain.test.setBalance({ address: `0x${wallet.slice(2)}`, value: 10n ** 18n })
})

const body = (change: object = {}) => ({
  ...{ fromAddress: 0, toAddress: TO, amount: '0.01', chainType: 'EVM', chainId: CHAIN_ID },
  ...change,
})
const transfer = (change: object = {}, key: string = randomUUID()) =>
  client.post('/v1/wallet/transaction', body(change), key)
const block = (address: string, businessId = client.businessId) =>
  inWorker(async ({ db }) => {
    const row = { businessId, address, reason: 'test', createdBy: 'test' }
    const [made] = await db.insert(blockedAddresses).values(row).returning()
    return () =>
      inWorker(({ db: again }) =>
        again
          .update(blockedAddresses)
          .set({ removedAt: new Date(), removedBy: 'test' })
          .where(eq(blockedAddresses.id, made?.id ?? '')),
      )
  })
const rows = () => workerCtx().db.select().from(transactions).where(eq(transactions.businessId, client.businessId))
const keys = () =>
  workerCtx().db.select().from(idempotencyKeys).where(eq(idempotencyKeys.businessId, client.businessId))
const read = async (id: string) => transactionView.parse((await client.get(`/v1/wallet/transaction/${id}`)).data)
const BLOCKED = { code: 422, refusal: 'address_blocked' }

test.each([
  ['of the business', () => client.businessId],
  ['of the platform', () => PLATFORM_BUSINESS_ID],
])(
  'a transfer to an address on the list %s is refused, stores nothing, and may be sent again',
  async (_name, whose) => {
    const unblock = await block(TO, whose())
    const key = randomUUID()
    expect(await transfer({}, key)).toMatchObject({ ...BLOCKED, param: 'toAddress', message: `Address blocked: ${TO}` })
    expect(await transfer({ toAddress: TO.toLowerCase() })).toMatchObject(BLOCKED)
    expect([await rows(), await keys()]).toEqual([[], []])
    const estimate = await client.post('/v1/wallet/transaction/estimate', body())
    expect(estimate).toMatchObject({ code: 200, data: { policy: { verdict: 'REFUSED', code: 'address_blocked' } } })
    await unblock()
    expect(await transfer({}, key)).toMatchObject({ code: 202 })
  },
)

test('the list of another business blocks nothing', async () => {
  await block(TO, (await walletClient()).businessId)
  expect(await transfer()).toMatchObject({ code: 202 })
})

test('a batch refuses the lines to blocked addresses and carries out the others', async () => {
  await block(TO)
  const transfers = [body(), body({ toAddress: OTHER })]
  const answer = await client.post('/v1/wallet/transaction/batch', { transfers }, randomUUID())
  const { lines } = batchAnswer.parse(answer.data)
  expect(lines).toMatchObject([
    { status: 'REFUSED', code: 'address_blocked', param: 'toAddress' },
    { status: 'ACCEPTED' },
  ])
})

const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [TO, 5n] })
/** A call of several, as many contracts take it. */
const nested = `0x11223344${encodeAbiParameters([{ type: 'bytes[]' }], [[approve]]).slice(2)}`

test.each([
  ['allows it to spend', approve],
  ['moves tokens to it', encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [OTHER, TO, 5n] })],
  ['names it in a nested call', nested],
])('a contract call that %s is refused', async (_name, data) => {
  await block(TO)
  const call = { addressIndex: 0, chainType: 'EVM', chainId: CHAIN_ID, transaction: { to: chain.cngn.address, data } }
  expect(await client.post('/v1/wallet/hd/sign', call, randomUUID())).toMatchObject(BLOCKED)
  expect(await rows()).toEqual([])
})

test('an accepted transfer whose address is blocked before it is signed fails, and holds nothing any more', async () => {
  const { id } = transactionView.parse((await transfer({ reference: 'salary' })).data)
  const other = transactionView.parse((await transfer({ toAddress: OTHER })).data)
  await block(TO)
  await drainChain()
  expect(await read(id)).toMatchObject({ status: 'FAILED', txHash: null, error: `Address blocked: ${TO}` })
  expect(await read(other.id)).toMatchObject({ status: 'COMPLETED' })
  expect(await budgetDrift(workerCtx().db)).toEqual([])
  // A repeated transfer with the same reference returns the stored transaction and its outcome.
  expect(await transfer({ reference: 'salary' })).toMatchObject(BLOCKED)
})

test('an address that is blocked while a transfer waits for approval refuses the approval, which stays open', async () => {
  const { businessId, projectId } = client.tenant
  await inWorker(({ db }) =>
    db.insert(policies).values({ businessId, projectId, approvalAboveMicros: 0n, updatedBy: 'test' }),
  )
  forgetCaches()
  const { id, stage } = transactionView.parse((await transfer()).data)
  expect(stage).toBe('awaiting_approval')
  await block(TO)
  const [row] = await workerCtx().db.select().from(approvals).where(eq(approvals.transactionId, id))
  const owner = await portalOf(client.tenant, 'owner', 'Ada')
  const person = { ...client.tenant, actor: { type: 'user', id: owner.person.id, name: 'Ada' } } as const
  const decide = (how: typeof approveTransaction) =>
    inTenant(person, (ctx) => how({ ...ctx, projectId }, { approvalId: row?.id ?? '', note: '' }))
  const approving = await Promise.allSettled([decide(approveTransaction), decide(approveTransaction)])
  expect(approving).toMatchObject([1, 2].map(() => ({ status: 'rejected', reason: { reason: 'address_blocked' } })))
  expect(await read(id)).toMatchObject({ status: 'PENDING', stage: 'awaiting_approval' })
  await decide(rejectTransaction)
  expect(await read(id)).toMatchObject({ status: 'FAILED' })
})
