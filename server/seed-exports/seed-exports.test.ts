import { createHash, createPublicKey, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import superjson from 'superjson'
import { HDKey, hdKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { auditLog, idempotencyKeys, mailMessages, proposals, seedExports, sessions, wallets } from '@/db/schema'
import type { ProposalPage } from '@/schemas/proposals/contract'
import { workerCtx } from '@/server/ctx'
import { readOwnerKey } from '@/server/custody/owner-key'
import { beginRestoreRecovery } from '@/server/engine/recovery/begin-restore-recovery'
import { env } from '@/server/env'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { createTenant } from '@/server/testing/create-tenant'
import { first } from '@/server/testing/first'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries } from '@/server/testing/open-recovery'
import { newOperator, type Operator } from '@/server/testing/operator-calls'
import { mutatePortal, newPortalCaller, PASSWORD, type PortalCaller } from '@/server/testing/portal-caller'
import { addFactor } from '@/server/testing/second-factor'
import { newSeedExport, openExport, ownerKeys } from '@/server/testing/seed-export'
import { endExpiredExports } from './end-export'
import { sealExport } from './seal-export'

openDatabase()
let tenant: Awaited<ReturnType<typeof createTenant>>
let owner: PortalCaller
let proposing: Operator
let approving: Operator
beforeEach(async () => {
  await db().delete(proposals)
  tenant = await createTenant()
  owner = await newPortalCaller({ businessId: tenant.businessId, role: 'owner' })
  proposing = await newOperator()
  approving = await newOperator()
})

const db = () => workerCtx().db
const { publicKey } = ownerKeys()
const fingerprint = createHash('sha256')
  .update(createPublicKey(publicKey).export({ type: 'spki', format: 'der' }))
  .digest('hex')

const mutate = (as: PortalCaller, path: string, input: object, key: string = randomUUID()) =>
  mutatePortal(as, { path, input: { projectId: tenant.projectId, ...input }, key })
const data = ({ text }: { text: string }): unknown =>
  superjson.deserialize(z.object({ result: z.object({ data: z.any() }) }).parse(JSON.parse(text)).result.data)
const propose = () =>
  proposing.mutate('seedExports.propose', {
    businessId: tenant.businessId,
    ownerId: owner.personId,
    reason: 'The customer leaves the platform',
  })
const proposalId = async () => first((await approving.ask<ProposalPage>('proposals.list', { page: 1 })).items).id
const approve = async (as: Operator) => as.mutate('proposals.approve', { proposalId: await proposalId() })
const rows = () => db().select().from(seedExports).where(eq(seedExports.businessId, tenant.businessId))
const rowIn = async (state: 'APPROVED' | 'CONFIRMED' | 'SEALED') =>
  newSeedExport({ businessId: tenant.businessId, ownerId: owner.personId, state })
const confirm = (as: PortalCaller, exportId: string, change: object = {}) =>
  mutate(as, 'seedExports.confirm', { exportId, publicKey, password: PASSWORD, ...change })
const take = (as: PortalCaller, exportId: string, key?: string) =>
  mutate(as, 'seedExports.take', { exportId, password: PASSWORD }, key)
const waitOver = (id: string) => db().update(seedExports).set({ opensAt: new Date() }).where(eq(seedExports.id, id))

test('two operators and the owner: the file opens with the private key alone, and gives the wallets', async () => {
  const wallet = await newWallet(tenant)
  expect(await propose()).toEqual({ state: 'proposed' })
  await approve(approving)
  const { id } = first(await rows())
  expect(await confirm(owner, id)).toMatchObject({ status: 200 })
  await expect(sealExport({ exportId: id, fingerprint })).rejects.toThrow('Nothing is sealed before')
  await waitOver(id)
  await sealExport({ exportId: id, fingerprint: fingerprint.toUpperCase().replaceAll(/(..)(?!$)/g, '$1:') })
  const answer = await take(owner, id)
  expect(answer.status).toBe(200)
  const { sealed } = z.object({ sealed: z.base64() }).parse(data(answer))
  const { seed, ...rest } = openExport(sealed)
  expect(rest).toEqual({ business: tenant.businessId, evm: "m/44'/60'/0'/0/0", solana: "m/44'/501'/0'/0'" })
  expect(hdKeyToAccount(HDKey.fromMasterSeed(Buffer.from(seed, 'hex'))).address).toBe(wallet.address)
  expect(first(await rows())).toMatchObject({ state: 'TAKEN', sealed: null, fingerprint })

  const isOurs = eq(auditLog.businessId, tenant.businessId)
  const audited = await db().select().from(auditLog).where(isOurs).orderBy(auditLog.seq)
  const ofPlatform = and(eq(auditLog.businessId, PLATFORM_BUSINESS_ID), eq(auditLog.target, id))
  for (const chain of [audited, await db().select().from(auditLog).where(ofPlatform).orderBy(auditLog.seq)]) {
    const steps = chain.map(({ action }) => action).filter((action) => action.startsWith('seed_export.'))
    expect(steps).toEqual(['approved', 'confirmed', 'sealed', 'taken'].map((step) => `seed_export.${step}`))
  }
  const mails = await db().select().from(mailMessages).where(eq(mailMessages.sourceId, id))
  expect(mails.map(({ toAddress }) => toAddress)).toEqual(mails.map(() => owner.email))
  expect(mails).toHaveLength(4)
  const kept = await db().select().from(idempotencyKeys)
  const written = JSON.stringify([audited, mails, await rows(), kept, await db().select().from(proposals)])
  expect(written).not.toContain(seed)
  expect(written).not.toContain(sealed)
  expect(await db().$count(wallets, eq(wallets.businessId, tenant.businessId))).toBe(1)
})

test('one operator alone exports nothing, even by naming another in the row', async () => {
  await propose()
  await expect(approve(proposing)).rejects.toThrow('this needs two people')
  expect(await rows()).toEqual([])
  const alone = {
    businessId: tenant.businessId,
    ownerId: owner.personId,
    state: 'APPROVED',
    reason: 'A theft',
  } as const
  const who = { proposedBy: 'user:one', approvedBy: 'user:one', expiresAt: new Date(Date.now() + 60_000) }
  await expect(
    db()
      .insert(seedExports)
      .values({ ...alone, ...who }),
  ).rejects.toMatchObject({
    cause: { code: '23514' },
  })
})

test('nobody but the owner whom the operators named confirms or takes it', async () => {
  const foreign = await newPortalCaller({ businessId: (await createTenant()).businessId, role: 'owner' })
  const sibling = await newPortalCaller({ businessId: tenant.businessId, role: 'owner' })
  const developer = await newPortalCaller({ businessId: tenant.businessId, role: 'developer' })
  const id = await rowIn('APPROVED')
  expect((await confirm(foreign, id)).status).toBe(404)
  expect((await confirm(sibling, id)).status).toBe(403)
  expect((await confirm(developer, id)).status).toBe(403)
  expect(first(await rows())).toMatchObject({ state: 'APPROVED', publicKey: null })
  expect((await mutate(sibling, 'seedExports.stop', { exportId: id })).status).toBe(200)
  const sealed = await rowIn('SEALED')
  for (const thief of [foreign, sibling, developer]) expect((await take(thief, sealed)).status).not.toBe(200)
  const own = await createTenant()
  const there = await newPortalCaller({ businessId: own.businessId, role: 'owner' })
  const elsewhere = { exportId: sealed, password: PASSWORD, projectId: own.projectId }
  expect((await mutate(there, 'seedExports.take', elsewhere)).status).toBe(404)
  expect((await take(owner, sealed)).status).toBe(200)
})

test('the password is asked for at each step', async () => {
  const id = await rowIn('APPROVED')
  const guess = { password: 'a guess of a thief' }
  expect((await confirm(owner, id, guess)).status).toBe(400)
  expect(first(await rows()).state).toBe('APPROVED')
  await mutate(owner, 'seedExports.stop', { exportId: id })
  const sealed = await rowIn('SEALED')
  expect((await mutate(owner, 'seedExports.take', { exportId: sealed, ...guess })).status).toBe(400)
  expect((await take(owner, sealed)).status).toBe(200)
})

test('the owner names a key and takes the file with a second factor alone, just proven', async () => {
  const proveAt = (verifiedAt: Date) =>
    db().update(sessions).set({ verifiedAt }).where(eq(sessions.id, owner.sessionId))
  const steps = [async (id: string) => confirm(owner, id), async (id: string) => take(owner, id)]
  env().SECOND_FACTORS = 'required'
  try {
    const before = await rowIn('APPROVED')
    expect(await confirm(owner, before)).toMatchObject({ status: 403, text: expect.stringContaining('second factor') })
    await addFactor(owner.personId)
    await mutate(owner, 'seedExports.stop', { exportId: before })
    for (const [index, step] of steps.entries()) {
      const id = await rowIn(index === 0 ? 'APPROVED' : 'SEALED')
      await proveAt(new Date(Date.now() - 3_600_000))
      expect(await step(id)).toMatchObject({ status: 403, text: expect.stringContaining('Confirm that it is you') })
      await proveAt(new Date())
      expect((await step(id)).status).toBe(200)
      if (index === 0) await mutate(owner, 'seedExports.stop', { exportId: id })
    }
  } finally {
    env().SECOND_FACTORS = 'optional'
  }
})

test('a restored backup stops every export: it may have been stopped or taken since', async () => {
  const id = await rowIn('SEALED')
  await beginRestoreRecovery({ cause: 'restored', message: 'A backup was restored' })
  await endRecoveries()
  expect(first(await rows())).toMatchObject({ id, state: 'STOPPED', sealed: null })
})

test('a file is taken once, however often it is asked for', async () => {
  const id = await rowIn('SEALED')
  const answers = await Promise.all([1, 2, 3].map(() => take(owner, id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  expect((await take(owner, id)).status).toBe(422)
  expect((await confirm(owner, id)).status).toBe(422)
  await expect(sealExport({ exportId: id, fingerprint })).rejects.toThrow('This export is TAKEN')
})

test('a key is named once, and of two operators who seal at once one does', async () => {
  await newWallet(tenant)
  const id = await rowIn('APPROVED')
  const answers = await Promise.all([1, 2].map(() => confirm(owner, id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  await waitOver(id)
  const sealed = await Promise.allSettled([1, 2].map(() => sealExport({ exportId: id, fingerprint })))
  expect(sealed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a key that was put into the row since the owner named theirs seals nothing', async () => {
  await newWallet(tenant)
  const id = await rowIn('CONFIRMED')
  const jwk = createPublicKey(publicKey).export({ format: 'jwk' })
  const { pem: thief } = readOwnerKey(JSON.stringify({ ...jwk, n: jwk.n?.replace(/.{4}$/, 'AAAB') }))
  await db().update(seedExports).set({ publicKey: thief }).where(eq(seedExports.id, id))
  await expect(sealExport({ exportId: id, fingerprint })).rejects.toThrow('another fingerprint')
  await expect(sealExport({ exportId: id, fingerprint: '' })).rejects.toThrow('another fingerprint')
  expect(first(await rows())).toMatchObject({ state: 'CONFIRMED', sealed: null })
})

test('a former owner, a second export and an expired step get nothing', async () => {
  const id = await rowIn('SEALED')
  await expect(propose()).rejects.toThrow('open already')
  await db()
    .update(seedExports)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(seedExports.id, id))
  expect((await take(owner, id)).status).toBe(422)
  expect(await endExpiredExports(workerCtx())).toBe(1)
  expect(first(await rows())).toMatchObject({ state: 'STOPPED', sealed: null })
  await propose()
  const other = await newPortalCaller({ businessId: tenant.businessId, role: 'owner' })
  await mutate(other, 'team.changeRole', { userId: owner.personId, role: 'viewer' })
  await expect(approve(approving)).rejects.toThrow('Owner')
})
