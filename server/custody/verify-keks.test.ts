import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keyCanaries, walletSeeds } from '@/db/schema/wallets'
import { TEST_SECRET } from '@/db/testing-database'
import { workerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { setVariables } from '@/server/testing/set-variables'
import { ensureSeed } from './ensure-seed'
import { rewrapSeeds } from './rewrap-seeds'
import { type FakeKms, type KmsMode, startFakeKms } from './testing/fake-kms'
import { verifyKeks } from './verify-keks'
import { verifySecret } from './verify-secret'

const localKey = () => `local:${randomBytes(32).toString('base64')}`
const canaries = async () => (await workerCtx().db.select().from(keyCanaries)).map(({ keyId }) => keyId)
const makeSeed = async () => ensureSeed({ ...workerCtx(), businessId: (await createTenant()).businessId })

openDatabase()
beforeEach(async () => {
  const { db } = workerCtx()
  for (const table of [walletSeeds, keyCanaries]) await db.delete(table)
  setVariables({ CUSTODY_KEK: localKey(), SLIPWAY_SECRET: TEST_SECRET })
})

it('gives the first key a canary, which every later start opens', async () => {
  expect(await verifyKeks(workerCtx())).toBeNull()
  const made = await canaries()
  expect(made).toEqual([expect.stringMatching(/^local:[0-9a-f]{16}$/)])
  expect(await verifyKeks(workerCtx())).toBeNull()
  expect(await canaries()).toEqual(made)
})

it('gives one canary to processes that start together, and lets only one of two keys begin', async () => {
  expect(await Promise.all(Array.from({ length: 6 }, () => verifyKeks(workerCtx())))).toEqual(Array(6).fill(null))
  expect(await canaries()).toHaveLength(1)
  setVariables({ CUSTODY_KEK: localKey() })
  expect(await verifyKeks(workerCtx())).toMatchObject({ fault: 'wrong_key' })
  expect(await canaries()).toHaveLength(1)
})

it('names the key that a mistyped one stands for', async () => {
  await makeSeed()
  expect(await verifyKeks(workerCtx())).toBeNull()
  const [keyId] = await canaries()
  setVariables({ CUSTODY_KEK: localKey() })
  expect(await verifyKeks(workerCtx())).toEqual({
    fault: 'wrong_key',
    keyId,
    message: `CUSTODY_KEK lacks the key ${keyId}, which sealed what is stored here`,
  })
})

it('proves a database from before there were canaries by a stored seed', async () => {
  await makeSeed()
  const right = env().CUSTODY_KEK
  setVariables({ CUSTODY_KEK: localKey() })
  expect(await verifyKeks(workerCtx())).toMatchObject({ fault: 'wrong_key' })
  expect(await canaries()).toEqual([])
  setVariables({ CUSTODY_KEK: right })
  expect(await verifyKeks(workerCtx())).toBeNull()
  expect(await canaries()).toHaveLength(1)
})

it('gives no canary to a key that opens none of its stored seeds', async () => {
  await makeSeed()
  await workerCtx().db.update(walletSeeds).set({ version: 2 })
  expect(await verifyKeks(workerCtx())).toMatchObject({ fault: 'wrong_key' })
  expect(await canaries()).toEqual([])
})

it('goes through a rotation: the new key is known everywhere, then seals, then is alone', async () => {
  await makeSeed()
  await verifyKeks(workerCtx())
  const former = env().CUSTODY_KEK
  const next = localKey()
  const displays = async (kek: string) => {
    setVariables({ CUSTODY_KEK: kek })
    return verifyKeks(workerCtx())
  }
  expect(await displays(`${former},${next}`)).toBeNull()
  expect(await canaries()).toHaveLength(2)
  // A process that does not know the new key yet, and one that learned it too early.
  expect(await displays(former)).toBeNull()
  expect(await displays(next)).toMatchObject({ fault: 'wrong_key' })
  expect(await displays(`${next},${former}`)).toBeNull()
  await rewrapSeeds(workerCtx())
  expect(await displays(next)).toBeNull()
  expect(await displays(former)).toMatchObject({ fault: 'wrong_key' })
  // The former one's canary is no hindrance for the next rotation.
  expect(await displays(`${next},${localKey()}`)).toBeNull()
  expect(await canaries()).toHaveLength(3)
})

it('proves a new key before it seals anything', async () => {
  await makeSeed()
  await verifyKeks(workerCtx())
  const former = env().CUSTODY_KEK
  await useKms('AccessDeniedException')
  setVariables({ CUSTODY_KEK: `${former},${env().CUSTODY_KEK}` })
  expect(await verifyKeks(workerCtx())).toMatchObject({ fault: 'key_unusable' })
})

it('finds a damaged canary', async () => {
  await verifyKeks(workerCtx())
  const [row] = await workerCtx().db.select().from(keyCanaries)
  const proof = Uint8Array.from(row?.proof ?? [])
  proof[proof.length - 1] = (proof[proof.length - 1] ?? 0) ^ 1
  await workerCtx().db.update(keyCanaries).set({ proof })
  expect(await verifyKeks(workerCtx())).toMatchObject({
    fault: 'wrong_key',
    message: expect.stringContaining('does not open what it sealed'),
  })
})

it('knows SLIPWAY_SECRET again, and another one', async () => {
  expect(await verifySecret(workerCtx())).toBeNull()
  expect(await verifySecret(workerCtx())).toBeNull()
  setVariables({ SLIPWAY_SECRET: randomBytes(32).toString('base64') })
  expect(await verifySecret(workerCtx())).toMatchObject({ fault: 'wrong_key', keyId: 'SLIPWAY_SECRET' })
})

it('keeps two first starts with different secrets apart', async () => {
  await workerCtx().db.delete(keyCanaries).where(eq(keyCanaries.keyId, 'SLIPWAY_SECRET'))
  const first = verifySecret(workerCtx())
  setVariables({ SLIPWAY_SECRET: randomBytes(32).toString('base64') })
  const second = verifySecret(workerCtx())
  const problems = (await Promise.all([first, second])).filter((problem) => problem !== null)
  expect(problems).toHaveLength(1)
})

let kms: FakeKms | null = null
async function useKms(mode: KmsMode): Promise<FakeKms> {
  kms = await startFakeKms(mode)
  for (const [name, value] of Object.entries(kms.environment)) vi.stubEnv(name, value)
  // A client for each: the process keeps one for each key.
  setVariables({ CUSTODY_KEK: `aws-kms:arn:aws:kms:eu-west-1:111122223333:key/${crypto.randomUUID()}` })
  return kms
}
afterEach(async () => {
  vi.unstubAllEnvs()
  await kms?.close()
  kms = null
})

it('seals the canary of a key service under its own binding, and asks it once a look', async () => {
  const { seen } = await useKms('works')
  expect(await verifyKeks(workerCtx())).toBeNull()
  seen.length = 0
  expect(await verifyKeks(workerCtx())).toBeNull()
  const [keyId] = await canaries()
  expect(seen.map(({ target, context }) => ({ target, context }))).toEqual([
    { target: 'TrentService.Decrypt', context: { purpose: 'secret:canary', owner: keyId } },
  ])
})

it.each([
  ['AccessDeniedException', 'key_unusable'],
  ['DisabledException', 'key_unusable'],
  ['NotFoundException', 'key_unusable'],
  ['KMSInvalidStateException', 'key_unusable'],
  ['InvalidKeyUsageException', 'key_unusable'],
  ['UnrecognizedClientException', 'key_unusable'],
  ['InvalidCiphertextException', 'wrong_key'],
  ['IncorrectKeyException', 'wrong_key'],
  ['KMSInternalException', 'key_service_silent'],
  ['DependencyTimeoutException', 'key_service_silent'],
  ['KeyUnavailableException', 'key_service_silent'],
  ['ThrottlingException', 'key_service_silent'],
])('a key service that answers %s: %s', async (type, fault) => {
  await useKms(type)
  const problem = await verifyKeks(workerCtx())
  expect(problem).toMatchObject({ fault })
  expect(problem?.message).not.toContain('of account')
  expect(await canaries()).toEqual([])
})

it('a key service that says nothing is silent once the limit is over', async () => {
  await useKms('silent')
  expect(await verifyKeks(workerCtx(), { limitMs: 50 })).toMatchObject({ fault: 'key_service_silent' })
})
