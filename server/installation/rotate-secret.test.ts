import { randomBytes, randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import NextAuth, { type AuthOptions } from 'next-auth'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sessions } from '@/db/schema'
import { keyCanaries } from '@/db/schema/wallets'
import { sealRoot, secretId, secretRow } from '@/db/secret-proof'
import { TEST_SECRET } from '@/db/testing-database'
import { appendAudit } from '@/server/audit/append-audit'
import { verifyAudit } from '@/server/audit/verify-audit'
import { inTenant, workerCtx } from '@/server/ctx'
import { verifySecret } from '@/server/custody/verify-secret'
import { pools } from '@/server/database/pools'
import * as environment from '@/server/env'
import { readSecrets } from '@/server/environment/slipway-secrets'
import { hashApiKey } from '@/server/keys/api-key'
import { refundReference } from '@/server/payments/new-reference'
import { authOptions } from '@/server/people/auth-options'
import { currentPerson } from '@/server/people/current-person'
import { sessionCookie } from '@/server/people/session-cookie'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { newPortalCaller, PASSWORD } from '@/server/testing/portal-caller'
import { intentIdOf } from '@/server/transactions/intent-id'
import { mutationKeyOf } from '@/server/trpc/sealed-answer'
import { heldSecrets, rememberWebhookSecret } from '@/server/webhooks/request-secrets'
import { joinSecretHolders } from '@/server/webhooks/share-secrets'

const configured = { secret: '', writer: '' }
const list = () => readSecrets(configured.secret || TEST_SECRET)
vi.spyOn(environment, 'slipwaySecrets').mockImplementation(() => [list()[0] ?? '', ...list().slice(1)])
vi.spyOn(environment, 'derivedSecret').mockImplementation((purpose) =>
  environment.deriveSecret(configured.writer || (list()[0] ?? ''), purpose),
)
vi.spyOn(environment, 'derivedSecrets').mockImplementation((purpose) =>
  list().map((secret) => environment.deriveSecret(secret, purpose)),
)
afterAll(() => void vi.restoreAllMocks())

openDatabase()
const NEW = randomBytes(32).toString('base64')
const ORDERS = [TEST_SECRET, `${TEST_SECRET},${NEW}`, `${NEW},${TEST_SECRET}`] as const
beforeEach(async () => {
  Object.assign(configured, { secret: '', writer: '' })
  const { db } = workerCtx()
  await db.delete(keyCanaries).where(like(keyCanaries.keyId, 'SLIPWAY_SECRET%'))
  expect(await verifySecret(workerCtx())).toBeNull()
  await db.insert(keyCanaries).values({ keyId: secretRow(NEW), proof: sealRoot(TEST_SECRET, NEW) })
})

/** The answers of `work` under each configuration of the secrets. */
async function inEach<T>(work: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (const secret of [...ORDERS, NEW]) {
    configured.secret = secret
    answers.push(await work())
  }
  return answers
}

test('what outside systems know and what cannot be hashed anew is the same under every secret', async () => {
  const request = { operation: 'POST /v1/wallet/transaction', key: 'order 7' }
  const made = await inEach(async () => [
    await intentIdOf({ businessId: 'b', projectId: 'p' }, request),
    await refundReference(['paystack', '1', '0', '100']),
    await hashApiKey('sk_live_1'),
    (await mutationKeyOf('key', 'scope')).digest,
  ])
  expect(new Set(made.map(String)).size).toBe(1)
  const sealed = (await mutationKeyOf('key', 'scope')).seal('an answer')
  expect(await inEach(async () => (await mutationKeyOf('key', 'scope')).open(sealed))).toEqual(
    Array(4).fill('an answer'),
  )
})

test('an audit chain that is written through a rotation is intact', async () => {
  const tenant = await createTenant()
  await inEach(() => inTenant(tenant, (ctx) => appendAudit(ctx, { action: 'policy.saved', target: randomUUID() })))
  expect(await inEach(() => inTenant(tenant, verifyAudit))).toEqual(Array(4).fill({ isIntact: true, rows: 4 }))
})

type Said = { status: number; cookies: string[]; body: unknown }
const answerAuth = NextAuth as (asked: unknown, said: unknown, options: AuthOptions) => Promise<void>

/** One request to next-auth, with the present configuration. */
async function askAuth(path: string, cookies: Record<string, string>, body?: Record<string, string>): Promise<Said> {
  const said: Said = { status: 200, cookies: [], body: null }
  const answer = {
    status: (status: number) => {
      said.status = status
      return answer
    },
    json: (body: unknown) => void Object.assign(said, { body }),
    send: (body: unknown) => void Object.assign(said, { body }),
    getHeader: () => said.cookies,
    setHeader: (name: string, value: string[]) => {
      if (name.toLowerCase() === 'set-cookie') said.cookies = value
      return answer
    },
    end: () => {},
  }
  const method = body ? 'POST' : 'GET'
  const asked = { method, headers: {}, cookies, query: { nextauth: path.split('/') }, body: body ?? {} }
  await answerAuth(asked, answer, authOptions(Object.entries(cookies).map(([name, value]) => ({ name, value }))))
  return said
}

const jarOf = ({ cookies }: Said) =>
  Object.fromEntries(
    cookies.map((cookie) => {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=', 2)
      return [name, decodeURIComponent(value)]
    }),
  )

test('a form from one process signs in at the next, and its cookie is read by all of them', async () => {
  const { personId } = await newPortalCaller({ platformRole: 'operator' })
  const orders = ORDERS.slice(1)
  for (const [form, taker] of orders.flatMap((one) => orders.map((other) => [one, other] as const))) {
    configured.secret = form
    const page = await askAuth('csrf', {})
    const { csrfToken } = z.object({ csrfToken: z.string() }).parse(page.body)
    configured.secret = taker
    const typed = { csrfToken, email: `${personId}@example.test`, password: PASSWORD, json: 'true' }
    const jar = jarOf(await askAuth('callback/credentials', jarOf(page), typed))
    const cookie = jar[sessionCookie().name]
    expect(cookie, `${form} ${taker}`).toBeDefined()
    for (const reader of orders) {
      configured.secret = reader
      expect(await currentPerson(cookie)).toMatchObject({ id: personId })
    }
    const [first = ''] = taker.split(',')
    const rows = await workerCtx().db.select().from(sessions).where(eq(sessions.userId, personId))
    expect(rows.map((row) => row.secretId)).toContain(secretId(first))
  }
})

test.each([TEST_SECRET, NEW])(
  'a webhook secret is passed on in notes of a process that writes under another secret',
  async (writer) => {
    configured.writer = writer
    const staying = await joinSecretHolders(pools().worker)
    const leaving = await joinSecretHolders(pools().worker, { answerMs: 60_000 })
    rememberWebhookSecret(randomUUID(), 'a secret')
    for (const secret of ORDERS.slice(1)) {
      configured.secret = secret
      expect(await leaving.share()).toBe(heldSecrets().length)
    }
    configured.secret = writer === NEW ? TEST_SECRET : NEW
    expect(await staying.share()).toBe(0)
  },
)

test('a start names the wrong order, a secret nobody knows, and the former one while sign-ins are under it', async () => {
  const says = async (secret: string) => {
    configured.secret = secret
    return (await verifySecret(workerCtx()))?.message ?? null
  }
  const { db } = workerCtx()
  await db.update(sessions).set({ revokedAt: new Date() })
  const unknown = randomBytes(32).toString('base64')
  expect(await inEach(async () => (await verifySecret(workerCtx()))?.message ?? null)).toEqual([null, null, null, null])
  expect(await says(`${TEST_SECRET},${unknown}`)).toBeNull()
  expect(await says(`${unknown},${TEST_SECRET}`)).toContain('names first a secret that this database does not know')
  expect(await says(unknown)).toContain('is not the one this database was made with')

  await newPortalCaller({ platformRole: 'operator' })
  expect(await says(NEW)).toContain('lacks the former secret, under which 1 sign-in stands')
  await db.update(sessions).set({ secretId: secretId(TEST_SECRET) })
  expect(await says(NEW)).toContain('1 sign-in stands')
  expect(await says(ORDERS[2])).toBeNull()
  await db.update(sessions).set({ secretId: secretId(NEW) })
  expect(await says(NEW)).toBeNull()
})
