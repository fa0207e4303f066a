import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BASE_SEPOLIA } from '@/components/transactions/chain.test-data'
import { judgeBatch } from '@/components/transactions/judge-batch'
import { readBatchFile } from '@/components/transactions/read-batch-file'
import { approvals, blockedAddresses, policies } from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { getPolicy } from '@/server/policies/get-policy'
import { listAssetPrices } from '@/server/prices/list-asset-prices'
import { findBlocked } from '@/server/screening/find-blocked'
import { newWallet } from '@/server/testing/new-wallet'
import { propertyRuns } from '@/server/testing/proof'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { batchAnswer } from './batch-contract'
import { openBatchWorld } from './batch-world.test-data'

const RECIPIENTS = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D']
const DOLLAR = 1_000_000n
/** Above what is stored of a value: a coin costs a dollar here. */
const TRILLIONS = '3000000000000'

openBatchWorld()

const limit = fc.option(fc.integer({ min: 0, max: 25 }))
const rules = fc.record({ isActive: fc.boolean(), per: limit, daily: limit, above: limit, isNarrow: fc.boolean() })
const line = fc.record({ to: fc.nat(1), amount: fc.constantFrom('0.000001', '1', '2.5', '8', '12.345678', TRILLIONS) })
const batch = fc.array(line, { minLength: 1, maxLength: 5 })
const batches = fc.array(batch, { minLength: 1, maxLength: 2 })
/** The recipients that a list blocks, and how it writes the address. */
const list = fc.array(fc.record({ to: fc.nat(1), isLower: fc.boolean() }), { maxLength: 1 })
const lists = fc.record({ own: list, ofAll: list })
type Rules = typeof rules extends fc.Arbitrary<infer T> ? T : never
type Line = typeof line extends fc.Arbitrary<infer T> ? T : never
type List = typeof list extends fc.Arbitrary<infer T> ? T : never

const micros = (dollars: number | null) => (dollars === null ? null : BigInt(dollars) * DOLLAR)

async function setPolicy({ tenant }: WalletClient, projectId: string | null, given: Rules): Promise<void> {
  const { isActive, per, daily, above, isNarrow } = given
  const row = {
    ...{ businessId: tenant.businessId, projectId, isActive, updatedBy: 'test', perTransactionMicros: micros(per) },
    ...{ dailyMicros: micros(daily), approvalAboveMicros: micros(above) },
    allowedRecipients: isNarrow ? [{ address: RECIPIENTS[0] ?? '', label: '' }] : null,
  }
  await inWorker(({ db }) => db.insert(policies).values(row))
  forgetCaches()
}

async function block(businessId: string, entries: List): Promise<void> {
  for (const { to, isLower } of entries) {
    const address = (isLower ? RECIPIENTS[to]?.toLowerCase() : RECIPIENTS[to]) ?? ''
    const row = { businessId, address, reason: 'test', createdBy: 'test' }
    await inWorker(({ db }) => db.insert(blockedAddresses).values(row))
  }
}

/** The platform's list is of every business, so of every run. */
async function unblockOfAll(): Promise<void> {
  const isOfAll = and(eq(blockedAddresses.businessId, PLATFORM_BUSINESS_ID), isNull(blockedAddresses.removedAt))
  const removed = { removedBy: 'test', removedAt: new Date() }
  await inWorker(({ db }) => db.update(blockedAddresses).set(removed).where(isOfAll))
}

async function compare(client: WalletClient, from: string, wanted: readonly Line[]): Promise<void> {
  const { tenant } = client
  const rows = wanted.map(({ to, amount }, n) => `${randomUUID()}-${n},${from},${RECIPIENTS[to]},${amount},ETH,84532`)
  const { lines } = readBatchFile(['reference,from,to,amount,token,chain', ...rows].join('\n'), [BASE_SEPOLIA])
  const preview = judgeBatch(lines, {
    business: await inTenant({ ...tenant, projectId: null }, getPolicy),
    project: await inTenant(tenant, getPolicy),
    prices: await listAssetPrices(),
    blocked: await inTenant(tenant, (ctx) => findBlocked(ctx, RECIPIENTS)),
  })
  const transfers = lines.map(({ transfer }) => transfer?.body)
  const { data } = await client.post('/v1/wallet/transaction/batch', { transfers }, randomUUID())
  const answer = batchAnswer.parse(data)
  const isPending = and(eq(approvals.businessId, tenant.businessId), eq(approvals.status, 'pending'))
  const waiting = new Map(
    (await workerCtx().db.select().from(approvals).where(isPending)).map((row) => [row.transactionId, row.reason]),
  )
  const accepted = answer.lines.map(({ status, code, message, transactionId = '' }) => {
    if (status === 'REFUSED') return { code, text: message }
    const reason = waiting.get(transactionId)
    return reason === undefined ? null : { code: null, text: `Needs approval: ${reason}` }
  })
  const ofAll = preview.approvals.length === 0 ? null : preview.approvals.join('; ')
  const shown = lines.map((one) => {
    const verdict = preview.byLine.get(one.line)
    if (verdict) return verdict
    return ofAll === null ? null : { code: null, text: `Needs approval: ${ofAll}` }
  })
  expect(shown).toEqual(accepted)
}

test('what the preview of a batch says of its lines is what their acceptance does', async () => {
  await fc.assert(
    fc.asyncProperty(rules, rules, lists, batches, async (business, project, { own, ofAll }, sent) => {
      const client = await walletClient()
      const { address } = await newWallet(client.tenant, 'EVM')
      await setPolicy(client, null, business)
      await setPolicy(client, client.tenant.projectId, project)
      await unblockOfAll()
      await block(client.tenant.businessId, own)
      await block(PLATFORM_BUSINESS_ID, ofAll)
      for (const wanted of sent) await compare(client, address, wanted)
    }),
    propertyRuns(8, 300),
  )
})
