import { spawn } from 'node:child_process'
import { createHash, createPublicKey, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import superjson from 'superjson'
import { HDKey, hdKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { seedExports } from '@/db/schema'
import { TEST_SIGNER_SECRET } from '@/db/testing-database'
import { bundleProgram } from '@/dev/bundle-programs'
import type { ProposalPage } from '@/schemas/proposals/contract'
import { workerCtx } from '@/server/ctx'
import { sealExport } from '@/server/seed-exports/seal-export'
import { createTenant } from '@/server/testing/create-tenant'
import { first } from '@/server/testing/first'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { newOperator } from '@/server/testing/operator-calls'
import { mutatePortal, newPortalCaller, PASSWORD } from '@/server/testing/portal-caller'
import { openExport, ownerKeys } from '@/server/testing/seed-export'
import { startSigner, TEST_SEED_KEK } from '@/server/testing/start-signer'
import { testEnvironment } from '@/server/testing/test-database'

const database = openDatabase({ hasSigner: true })
let signer: Awaited<ReturnType<typeof startSigner>>
let program: string
beforeAll(async () => {
  program = await bundleProgram('deploy/migrate-main.ts')
  signer = await startSigner(database.url)
})
afterAll(() => signer.stop())

/** What a person runs on the host, with the variables of a migration or with those of the app. */
async function onHost(args: string[], variables: Record<string, string>) {
  const env = { ...process.env, ...testEnvironment(database.url), SIGNER_SOCKET: signer.socket, ...variables }
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, said, errors }
}

test('a seed that only the signer can open leaves by two operators, its owner and the host, and by no one else', async () => {
  const { publicKey } = ownerKeys()
  const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  const fingerprint = createHash('sha256').update(der).digest('hex')
  const tenant = await createTenant()
  const { businessId, projectId } = tenant
  const wallet = await newWallet(tenant)
  const owner = await newPortalCaller({ businessId, role: 'owner' })
  const [proposing, approving] = [await newOperator(), await newOperator()]
  await proposing.mutate('seedExports.propose', { businessId, ownerId: owner.personId, reason: 'The customer leaves' })
  const { items } = await approving.ask<ProposalPage>('proposals.list', { page: 1 })
  await approving.mutate('proposals.approve', { proposalId: first(items).id })

  const { db } = workerCtx()
  const isOurs = eq(seedExports.businessId, businessId)
  const exportId = first(await db.select({ id: seedExports.id }).from(seedExports).where(isOurs)).id
  const byOwner = (path: string, input: object) =>
    mutatePortal(owner, { path, input: { projectId, exportId, password: PASSWORD, ...input }, key: randomUUID() })
  expect(await byOwner('seedExports.confirm', { publicKey })).toMatchObject({ status: 200 })
  await db.update(seedExports).set({ opensAt: new Date() }).where(isOurs)

  // The app has neither the key nor the login; `migrate` with its variables ends before it does anything.
  await expect(sealExport({ exportId, fingerprint })).rejects.toMatchObject({ cause: { code: '42501' } })
  const order = ['--seal-export', exportId, '--fingerprint', fingerprint]
  expect(await onHost(order.slice(0, 2), {})).toMatchObject({ code: 1, errors: expect.stringContaining('together') })
  const ofApp = { DATABASE_URL: process.env.DATABASE_URL ?? '' }
  expect(await onHost(order, ofApp)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^SIGNER_SECRET is missing/),
  })
  expect(first(await db.select().from(seedExports).where(isOurs))).toMatchObject({ state: 'CONFIRMED', sealed: null })

  const ofMigrations = { SIGNER_SECRET: TEST_SIGNER_SECRET, SEED_KEK: TEST_SEED_KEK }
  expect(await onHost(order, ofMigrations)).toMatchObject({
    code: 0,
    errors: '',
    said: expect.stringContaining('The seed is sealed to its owner’s key'),
  })
  const answer = await byOwner('seedExports.take', {})
  const { data } = z.object({ result: z.object({ data: z.any() }) }).parse(JSON.parse(answer.text)).result
  const { sealed } = z.object({ sealed: z.base64() }).parse(superjson.deserialize(data))
  const { seed } = openExport(sealed)
  expect(hdKeyToAccount(HDKey.fromMasterSeed(Buffer.from(seed, 'hex'))).address).toBe(wallet.address)
  expect(signer.log()).not.toContain(seed)
})
