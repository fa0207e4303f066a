import { SignJWT } from 'jose'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { signingKeys } from '@/db/schema'
import { serve } from '@/server/api/serve'
import { workerCtx } from '@/server/ctx'
import { MS_PER_DAY, MS_PER_HOUR } from '@/server/durations'
import { env } from '@/server/env'
import { openDatabase } from '@/server/testing/open-database'
import { getJwksEndpoint } from '@/transport/keys/endpoints'
import { signAccessToken, verifyAccessToken } from './access-token'
import { currentSigningKey, publishedKeys, rotateSigningKeysWhenDue } from './signing-keys'

const MS_PER_MINUTE = 60_000
const START = new Date('2030-01-01T00:00:00Z').getTime()
const SUBJECT = { businessId: v7(), projectId: v7(), keyId: v7(), environment: 'live' } as const

openDatabase()

// Only the clock is ours; the database's driver keeps its timers.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  await workerCtx().db.delete(signingKeys)
  publishedKeys.forget()
})
afterEach(() => vi.useRealTimers())

const at = (sinceStartMs: number) => vi.setSystemTime(START + sinceStartMs)
const rotateWhenDue = rotateSigningKeysWhenDue
const kidOf = async () => (await currentSigningKey()).kid

const jwks = z.object({ keys: z.array(z.object({ kid: z.string() })) })

async function publishedKids(): Promise<string[]> {
  const answer = await serve(getJwksEndpoint).GET(new Request(`${env().BASE_URL}/.well-known/jwks.json`))
  return jwks.parse(await answer.json()).keys.map((key) => key.kid)
}

/** Signed by the present key and valid for far longer than ours are, so that only the key's end can end it. */
async function longLivedToken(): Promise<string> {
  const { kid, privateKey } = await currentSigningKey()
  const { BASE_URL } = env()
  return new SignJWT({ ...SUBJECT })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
    .setIssuer(BASE_URL)
    .setAudience(`${BASE_URL}/v1`)
    .setExpirationTime(Math.floor(START / 1000) + 365 * 86_400)
    .sign(privateKey)
}

test('leaves a key of 30 days alone, and waits for the first token where there is none', async () => {
  expect(await rotateWhenDue()).toBeNull()
  await currentSigningKey()
  at(30 * MS_PER_DAY)
  expect(await rotateWhenDue()).toBeNull()
  expect(await publishedKids()).toHaveLength(1)
})

test('announces the next key, hands over to it, and refuses the old one once its tokens are over', async () => {
  const oldKid = await kidOf()
  const oldToken = await longLivedToken()
  const due = 30 * MS_PER_DAY + 1
  at(due)
  const newKid = await rotateWhenDue()
  publishedKeys.forget()

  // The hour ahead: both are published, the old one signs.
  expect(await publishedKids()).toEqual([newKid, oldKid])
  expect(await kidOf()).toBe(oldKid)
  const lastOfOld = due + MS_PER_HOUR - 1
  at(lastOfOld)
  const shortToken = await signAccessToken(SUBJECT)

  // The overlap: the new one signs, what the old one signed still holds.
  at(due + MS_PER_HOUR)
  expect(await kidOf()).toBe(newKid)
  expect(await verifyAccessToken(await signAccessToken(SUBJECT))).toMatchObject({ claims: SUBJECT })
  expect(await verifyAccessToken(oldToken)).toMatchObject({ claims: SUBJECT })
  at(lastOfOld + 9 * MS_PER_MINUTE)
  expect(await verifyAccessToken(shortToken)).toMatchObject({ claims: SUBJECT })
  expect(await publishedKids()).toEqual([newKid, oldKid])

  at(due + MS_PER_HOUR + 16 * MS_PER_MINUTE)
  expect(await publishedKids()).toEqual([newKid])
  expect(await verifyAccessToken(oldToken)).toEqual({ fault: 'unknown' })
  expect(await kidOf()).toBe(newKid)
})

test('rotates once when two jobs look at the same time, and not again before the next 30 days', async () => {
  await currentSigningKey()
  at(31 * MS_PER_DAY)
  const made = await Promise.all([rotateWhenDue(), rotateWhenDue()])
  expect(made.filter(Boolean)).toHaveLength(1)
  at(60 * MS_PER_DAY)
  expect(await rotateWhenDue()).toBeNull()
})
