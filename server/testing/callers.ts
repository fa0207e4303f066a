import { eq } from 'drizzle-orm'
import { generateKeyPair, SignJWT } from 'jose'
import { apiKeys, businesses, ipAllowlist, plans, subscriptions } from '@/db/schema'
import { inTenant, inWorker, type Tenant } from '@/server/ctx'
import { env } from '@/server/env'
import { signAccessToken, type TokenSubject } from '@/server/keys/access-token'
import { createApiKey } from '@/server/keys/create-api-key'
import { currentSigningKey } from '@/server/keys/signing-keys'
import { createTenant } from './create-tenant'

export type Caller = { tenant: Tenant & { projectId: string }; apiKey: string; subject: TokenSubject; token: string }

type CallerOptions = {
  capabilities?: readonly string[]
  environment?: 'live' | 'test'
  scope?: string
  /** A further project of this business instead of a new business. */
  businessId?: string
}

/** A business with a live key and a token of it. */
export async function newCaller(options: CallerOptions = {}): Promise<Caller> {
  const { capabilities, businessId: ofBusiness } = options
  const tenant = await createTenant({ capabilities, businessId: ofBusiness })
  const environment = options.environment ?? 'live'
  const { id, key } = await inTenant(tenant, (ctx) =>
    createApiKey({ ...ctx, projectId: tenant.projectId }, { environment }),
  )
  const { businessId, projectId } = tenant
  const subject = { keyId: id, businessId, projectId, environment, ...(options.scope ? { scope: options.scope } : {}) }
  return { tenant, apiKey: key, subject, token: await signAccessToken(subject) }
}

export async function revokeKeyOf({ subject }: Caller): Promise<void> {
  await inWorker(({ db }) => db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, subject.keyId)))
}

export async function suspendBusinessOf({ tenant }: Caller): Promise<void> {
  await inWorker(({ db }) =>
    db.update(businesses).set({ status: 'suspended' }).where(eq(businesses.id, tenant.businessId)),
  )
}

export async function allowOnly({ tenant }: Caller, ipAddress: string): Promise<void> {
  const { businessId, projectId } = tenant
  await inWorker(({ db }) => db.insert(ipAllowlist).values({ businessId, projectId, ipAddress, createdBy: 'test' }))
}

export async function endSubscriptionsOf({ tenant }: Caller): Promise<void> {
  await inWorker(({ db }) =>
    db.update(subscriptions).set({ status: 'EXPIRED' }).where(eq(subscriptions.businessId, tenant.businessId)),
  )
}

/** Each tenant of the tests has separate plans, so this affects no other. */
export async function limitPlansOf({ tenant }: Caller, perMinute: number): Promise<void> {
  await inWorker(async ({ db }) => {
    const rows = await db
      .select({ planId: subscriptions.planId })
      .from(subscriptions)
      .where(eq(subscriptions.businessId, tenant.businessId))
    for (const { planId } of rows) {
      const rateLimits = { readPerMinute: perMinute, writePerMinute: perMinute }
      await db.update(plans).set({ rateLimits }).where(eq(plans.id, planId))
    }
  })
}

type Forgery = {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  issuer?: string
  audience?: string
  expiresAt?: number
  signer?: 'ours' | 'foreign'
}

/** A token like ours, with some of it changed. */
export async function forgeToken(subject: Partial<TokenSubject>, forgery: Forgery = {}): Promise<string> {
  const { kid, privateKey } = await currentSigningKey()
  const foreign = await generateKeyPair('ES256')
  const now = Math.floor(Date.now() / 1000)
  const { BASE_URL } = env()
  return new SignJWT({ ...subject, ...forgery.claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...forgery.header })
    .setIssuer(forgery.issuer ?? BASE_URL)
    .setAudience(forgery.audience ?? `${BASE_URL}/v1`)
    .setIssuedAt(now - 1)
    .setExpirationTime(forgery.expiresAt ?? now + 600)
    .sign(forgery.signer === 'foreign' ? foreign.privateKey : privateKey)
}

/** `alg: none`, which no sound verifier takes. */
export function unsignedToken(subject: TokenSubject): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { BASE_URL } = env()
  const claims = { ...subject, iss: BASE_URL, aud: `${BASE_URL}/v1`, exp: Math.floor(Date.now() / 1000) + 600 }
  return `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`
}

/** HMAC under the published half of our key: the classic confusion of algorithms. */
export async function confusedToken(subject: TokenSubject, publicJwk: Record<string, string>): Promise<string> {
  const { BASE_URL } = env()
  return new SignJWT({ ...subject })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: publicJwk.kid })
    .setIssuer(BASE_URL)
    .setAudience(`${BASE_URL}/v1`)
    .setExpirationTime('10m')
    .sign(new TextEncoder().encode(JSON.stringify(publicJwk).padEnd(64)))
}
