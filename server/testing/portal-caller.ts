import { encode } from 'next-auth/jwt'
import superjson from 'superjson'
import { v7 } from 'uuid'
import { memberships, sessions, users } from '@/db/schema'
import { answerCalls } from '@/registry/answer-calls'
import type { BusinessRole, PlatformRole } from '@/schemas/people/words'
import { inWorker } from '@/server/ctx'
import { derivedSecret, env } from '@/server/env'
import { hashPassword } from '@/server/people/password'
import { createSessionToken, hashSessionToken } from '@/server/people/session-token'

export const PASSWORD = 'correct horse battery staple'

export type PortalCaller = Awaited<ReturnType<typeof newPortalCaller>>

let hashed: Promise<string> | undefined

/** A person who is signed in. */
export async function newPortalCaller(
  access: { businessId: string; role: BusinessRole } | { platformRole: PlatformRole },
) {
  hashed ??= hashPassword(PASSWORD)
  const passwordHash = await hashed
  const personId = v7()
  const platformRole = 'platformRole' in access ? access.platformRole : null
  const email = `${personId}@example.test`
  await inWorker(async ({ db }) => {
    await db.insert(users).values({ id: personId, name: 'Test Person', email, passwordHash, platformRole })
    if (!('role' in access)) return
    await db.insert(memberships).values({ userId: personId, memberOf: access.businessId, role: access.role })
  })
  const sessionToken = createSessionToken()
  const sessionId = await openSession(personId, sessionToken)
  const secret = derivedSecret('next-auth').toString('hex')
  const cookie = await encode({ token: { sessionToken }, secret })
  return {
    personId,
    email,
    sessionId,
    sessionToken,
    cookie,
    openSession: () => openSession(personId, createSessionToken()),
  }
}

async function openSession(userId: string, token: string): Promise<string> {
  const id = v7()
  const expiresAt = new Date(Date.now() + 3_600_000)
  const row = {
    id,
    tokenHash: hashSessionToken(token),
    userId,
    lastSeenAt: new Date(),
    verifiedAt: new Date(),
    expiresAt,
  }
  await inWorker(({ db }) => db.insert(sessions).values(row))
  return id
}

export type PortalAnswer = { status: number; headers: Headers; text: string }

/** One HTTP request as the portal sends it. */
export async function callPortal(
  caller: PortalCaller,
  { method, path, body, headers }: { method: string; path: string; body?: string; headers?: Record<string, string> },
): Promise<PortalAnswer> {
  const origin = new URL(env().BASE_URL).origin
  const request = new Request(`${origin}/api/trpc/${path}`, {
    method,
    headers: { origin, 'content-type': 'application/json', ...headers },
    body,
  })
  const response = await answerCalls(request, caller.cookie)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** One mutation; the key is what one opened dialog sends. */
export function mutatePortal(
  caller: PortalCaller,
  { path, input, key }: { path: string; input: unknown; key?: string },
): Promise<PortalAnswer> {
  return callPortal(caller, {
    method: 'POST',
    path,
    body: superjson.stringify(input),
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
}
