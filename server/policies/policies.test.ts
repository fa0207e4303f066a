import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approvals, priceSources, transactions } from '@/db/schema'
import type { BusinessRole } from '@/schemas/people/words'
import type { PolicyFormInput } from '@/schemas/policies/contract'
import { transactionView } from '@/schemas/transactions/contract'
import { forgetCaches } from '@/server/changing-cache'
import { inWorker, workerCtx } from '@/server/ctx'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { portalOf as openPortal, type Portal } from '@/server/testing/portal-of'
import { byProof, proofTimeout } from '@/server/testing/proof'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'

openDatabase()
let chain: LocalChain
let client: WalletClient

beforeAll(async () => {
  chain = await startLocalChain()
  await inWorker(async ({ db }) => {
    await db.delete(priceSources)
    await db.insert(priceSources).values([{ symbol: 'ETH', source: 'fixed', fixedE8: 2_000_00000000n }])
  })
})
afterAll(async () => {
  await chain.stop()
})
beforeEach(async () => {
  client = await walletClient()
  const made = await newWallet(client.tenant)
  await chain.test.setBalance({ address: `0x${made.address.slice(2)}`, value: 10n ** 18n })
  forgetCaches()
})

/** The portal of a member of the client's business. */
const portalOf = (role: BusinessRole, name: string = role, business = client) => openPortal(business.tenant, role, name)

const RULES = {
  isActive: true,
  perTransactionUsd: null,
  dailyUsd: null,
  approvalAboveUsd: null,
  recipients: null,
  methods: null,
} satisfies Omit<PolicyFormInput, 'version'>

async function save({ api: { policies }, projectId }: Portal, rules: Partial<PolicyFormInput>): Promise<void> {
  const { version } = await policies.get({ projectId })
  await policies.save({ projectId, ...RULES, version, ...rules })
  forgetCaches()
}

/** `amount` ether, at $2000 each. */
const transfer = (amount: string, more: object = {}) =>
  client.post(
    '/v1/wallet/transaction',
    { fromAddress: 0, toAddress: TO, amount, chainType: 'EVM', chainId: CHAIN_ID, ...more },
    randomUUID(),
  )

async function waiting(amount = '0.01', toAddress = TO): Promise<{ transactionId: string; approvalId: string }> {
  const { id } = transactionView.parse((await transfer(amount, { toAddress })).data)
  const [row] = await workerCtx().db.select().from(approvals).where(eq(approvals.transactionId, id))
  if (!row) throw new Error('the transfer does not wait')
  return { transactionId: id, approvalId: row.id }
}

const read = async (id: string) => transactionView.parse((await client.get(`/v1/wallet/transaction/${id}`)).data)

const AT_ONCE = byProof(30, 100)

test(`of ${AT_ONCE} requests at once against a limit for 10, exactly 10 are accepted`, {
  timeout: proofTimeout(180_000),
}, async () => {
  await save(await portalOf('owner'), { dailyUsd: '100' })
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => transfer('0.005')))
  const codes = answers.map(({ code }) => code)
  expect(codes.filter((code) => code === 202)).toHaveLength(10)
  expect(codes.filter((code) => code === 422)).toHaveLength(AT_ONCE - 10)
  const written = await workerCtx().db.$count(transactions, eq(transactions.businessId, client.businessId))
  expect(written).toBe(10)
})

test('an approved transfer is sent, a rejected one never is', async () => {
  const ada = await portalOf('owner', 'Ada')
  await save(ada, { approvalAboveUsd: '15' })
  const { projectId } = ada
  // Nobody else's transfers go there.
  const payee = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
  const good = await waiting('0.01', payee)
  const bad = await waiting('0.02', payee)
  await drainChain()
  expect(await chain.rpc.getBalance({ address: payee })).toBe(0n)
  await ada.api.approvals.approve({ projectId, approvalId: good.approvalId })
  await ada.api.approvals.reject({ projectId, approvalId: bad.approvalId, note: 'No' })
  await drainChain()
  expect(await read(good.transactionId)).toMatchObject({ status: 'COMPLETED', stage: 'final' })
  expect(await chain.rpc.getBalance({ address: payee })).toBe(10n ** 16n)
  expect(await read(bad.transactionId)).toMatchObject({ status: 'FAILED', error: 'Rejected by Ada: No', attempts: 0 })
})

describe('through the portal', () => {
  test('owners change the policy and decide, others only look', async () => {
    const owner = await portalOf('owner')
    await save(owner, { approvalAboveUsd: '0' })
    const { approvalId } = await waiting()
    const { projectId } = owner
    for (const role of ['developer', 'viewer'] as const) {
      const other = await portalOf(role)
      expect((await other.api.policies.get({ projectId })).approvalAboveUsd).toBe('0.00')
      expect((await other.api.approvals.list({ projectId, state: 'pending' })).items).toHaveLength(1)
      await expect(save(other, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(other.api.approvals.approve({ projectId, approvalId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(other.api.approvals.reject({ projectId, approvalId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    await owner.api.approvals.approve({ projectId, approvalId })
  })

  test('a policy of the business is set from any project, holds in all, and has a history of its own', async () => {
    const owner = await portalOf('owner')
    const { projectId, api } = owner
    const further = await walletClient({ businessId: client.businessId })
    const other = await portalOf('viewer', 'viewer', further)
    await save(owner, { dailyUsd: '70' })
    const rules = { ...RULES, scope: 'business', dailyUsd: '100' } as const
    await api.policies.save({ projectId, ...rules, version: null })
    forgetCaches()
    expect(await other.api.policies.get({ projectId: other.projectId, scope: 'business' })).toMatchObject({
      dailyUsd: '100.00',
      updatedBy: 'owner',
      spentUsd: '0.00',
    })
    expect((await other.api.policies.get({ projectId: other.projectId })).version).toBeNull()
    const transferOf = (who: WalletClient, amount: string) =>
      who.post(
        '/v1/wallet/transaction',
        { fromAddress: 0, toAddress: TO, amount, chainType: 'EVM', chainId: CHAIN_ID },
        randomUUID(),
      )
    expect((await transferOf(client, '0.03')).code).toBe(202)
    expect((await transferOf(further, '0.02')).code).toBe(202)
    expect(await transferOf(further, '0.001')).toMatchObject({
      code: 422,
      message: 'Business policy: the transfer of $2.00 brings the last 24 hours to $102.00, above the limit of $100.00',
    })
    const { spentUsd } = await api.policies.get({ projectId, scope: 'business' })
    const ofProject = await api.policies.get({ projectId })
    expect([spentUsd, ofProject.spentUsd]).toEqual(['100.00', '60.00'])
    // The chain is a testnet, and no token of theirs has moved.
    expect([ofProject.spentOnTestnetsUsd, ofProject.spentByTokensUsd]).toEqual(['60.00', '0.00'])
    const changes = { isActive: { from: false, to: true }, dailyUsd: { from: null, to: '100.00' } }
    expect(await other.api.policies.listChanges({ projectId: other.projectId, scope: 'business' })).toMatchObject([
      { by: 'owner', changes },
    ])
    expect(await api.policies.listChanges({ projectId })).toMatchObject([{ changes: { dailyUsd: { to: '70.00' } } }])
    await expect(
      other.api.policies.save({ projectId: other.projectId, ...rules, version: null }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test("another business's owner finds neither project nor approval", async () => {
    const owner = await portalOf('owner')
    await save(owner, { approvalAboveUsd: '0' })
    const { approvalId } = await waiting()
    const stranger = await portalOf('owner', 'owner', await walletClient())
    const { projectId } = owner
    await expect(stranger.api.approvals.approve({ projectId, approvalId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(stranger.api.approvals.approve({ projectId: stranger.projectId, approvalId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Approval not found',
    })
    await expect(stranger.api.approvals.reject({ projectId: stranger.projectId, approvalId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await stranger.api.approvals.list({ projectId: stranger.projectId, state: 'pending' })).items).toEqual([])
    expect((await stranger.api.policies.get({ projectId: stranger.projectId })).version).toBeNull()
  })

  test('of two who change one version, the second is told', async () => {
    const ada = await portalOf('owner')
    const {
      projectId,
      api: { policies },
    } = ada
    const first = await Promise.allSettled([
      policies.save({ projectId, ...RULES, dailyUsd: '1', version: null }),
      policies.save({ projectId, ...RULES, dailyUsd: '2', version: null }),
    ])
    expect(first.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { version } = await policies.get({ projectId })
    await policies.save({ projectId, ...RULES, dailyUsd: '3', version })
    await expect(policies.save({ projectId, ...RULES, dailyUsd: '4', version })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Another person changed the policy'),
    })
    expect(await policies.get({ projectId })).toMatchObject({ dailyUsd: '3.00', updatedBy: 'owner', spentUsd: '0.00' })
  })

  test('the audit log keeps what a policy was before', async () => {
    const owner = await portalOf('owner')
    await save(owner, { dailyUsd: '100', recipients: [{ address: TO.toLowerCase(), label: 'Supplier' }] })
    await save(owner, { dailyUsd: '50.5' })
    const { items } = await owner.api.audit.list({ projectId: owner.projectId, action: 'policy.saved' })
    expect(items.map(({ detail }) => detail)).toEqual([
      {
        changes: {
          dailyUsd: { from: '100.00', to: '50.50' },
          recipients: { from: [{ address: TO, label: 'Supplier' }], to: null },
        },
      },
      {
        changes: {
          isActive: { from: false, to: true },
          dailyUsd: { from: null, to: '100.00' },
          recipients: { from: null, to: [{ address: TO, label: 'Supplier' }] },
        },
      },
    ])
    expect(await owner.api.audit.verify({ projectId: owner.projectId })).toMatchObject({ isIntact: true })
  })

  test.each([
    ['a limit below zero', { dailyUsd: '-1' }],
    ['a limit with an exponent', { dailyUsd: '1e3' }],
    ['more than micro-dollars', { dailyUsd: '0.0000001' }],
    ['a wrong checksum', { recipients: [{ address: TO.replace('E7', 'e7'), label: '' }] }],
    ['no address at all', { recipients: [{ address: 'Supplier', label: '' }] }],
    ['an address twice', { recipients: [TO, TO.toLowerCase()].map((address) => ({ address, label: '' })) }],
    ['a selector of three bytes', { methods: [{ contract: TO, selector: '0xa9059c', label: '' }] }],
    ['control characters', { recipients: [{ address: TO, label: 'a\u0000b' }] }],
    [
      '501 recipients',
      {
        recipients: Array.from({ length: 501 }, (_, i) => ({ address: `0x${String(i).padStart(40, '0')}`, label: '' })),
      },
    ],
  ])('refuses %s', async (_what, rules) => {
    const owner = await portalOf('owner')
    await expect(save(owner, rules)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await owner.api.policies.get({ projectId: owner.projectId })).version).toBeNull()
  })
})
