import { randomUUID } from 'node:crypto'
import { encode } from 'next-auth/jwt'
import superjson from 'superjson'
import { memberships, sessions, users } from '@/db/schema'
import { inWorker } from '@/server/ctx'
import { derivedSecret, env } from '@/server/env'
import type { BusinessRole, PlatformRole } from '@/server/people/contract'
import { hashPassword } from '@/server/people/password'
import { createSessionToken, hashSessionToken } from '@/server/people/session-token'
import { answerCalls } from '@/server/trpc/answer-calls'

export const PASSWORD = 'correct horse battery staple'

export type PortalCaller = { personId: string; sessionId: string; sessionToken: string; cookie: string }

/** Somebody who is signed in. */
export async function newPortalCaller(
  access: { businessId: string; role: BusinessRole } | { platformRole: PlatformRole },
): Promise<PortalCaller> {
  const sessionToken = createSessionToken()
  const now = new Date()
  const { personId, sessionId } = await inWorker(async ({ db }) => {
    const platformRole = 'platformRole' in access ? access.platformRole : null
    const [user] = await db
      .insert(users)
      .values({
        name: 'Test Person',
        email: `${randomUUID()}@example.test`,
        passwordHash: await hashPassword(PASSWORD),
        platformRole,
      })
      .returning()
    if (!user) throw new Error('the person was not written')
    if ('role' in access) {
      await db.insert(memberships).values({ userId: user.id, memberOf: access.businessId, role: access.role })
    }
    const expiresAt = new Date(now.getTime() + 3_600_000)
    const [session] = await db
      .insert(sessions)
      .values({ tokenHash: hashSessionToken(sessionToken), userId: user.id, lastSeenAt: now, expiresAt })
      .returning()
    if (!session) throw new Error('the session was not written')
    return { personId: user.id, sessionId: session.id }
  })
  const secret = derivedSecret('next-auth').toString('hex')
  return { personId, sessionId, sessionToken, cookie: await encode({ token: { sessionToken }, secret }) }
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
