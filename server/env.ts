import { createHmac } from 'node:crypto'
import { oncePerProcess } from '@/db/once-per-process'
import type { Proxies } from '@/server/client-address'
import { isLoopback } from '@/server/environment/host-name'
import { parseMailFrom } from '@/server/environment/mail'
import { type Env as ParsedEnv, parseEnv } from '@/server/environment/parse-env'
import { readSecrets } from '@/server/environment/slipway-secrets'

export type Env = ParsedEnv

/**
 * The environment, parsed once on first use (a build imports modules without having one).
 * Throws one sentence that names the variable at fault.
 */
export function env(): Env {
  return oncePerProcess('env', () => parseEnv(process.env))
}

/** The proxies whose header with a client's address is trusted. */
export function trustedProxies(): Proxies {
  const { TRUSTED_PROXIES, PROXY_HEADER } = env()
  return { trusted: TRUSTED_PROXIES, header: PROXY_HEADER }
}

/** The sender of emails: MAIL_FROM, else an address at the host of BASE_URL. */
export function mailFrom(): { name: string; address: string } {
  const { MAIL_FROM, BASE_URL } = env()
  const { hostname } = new URL(BASE_URL)
  const given = MAIL_FROM === undefined ? null : parseMailFrom(MAIL_FROM)
  // An IP address is not a domain of an email address.
  return (
    given ?? {
      name: 'Slipway',
      address: `no-reply@${/[a-z]/i.test(hostname) && !hostname.startsWith('[') ? hostname : 'localhost.localdomain'}`,
    }
  )
}

/** The secrets of SLIPWAY_SECRET: the first one writes, each of them reads. */
export function slipwaySecrets(): [string, ...string[]] {
  const [first, ...others] = readSecrets(env().SLIPWAY_SECRET)
  if (first === undefined) throw new Error('SLIPWAY_SECRET is missing')
  return [first, ...others]
}

/**
 * The secret that the password of the signer's database role is derived from: the first of SIGNER_SECRET. Null in a
 * process without one.
 */
export function signerSecret(): string | null {
  const text = env().SIGNER_SECRET
  return text === undefined ? null : (readSecrets(text)[0] ?? null)
}

/**
 * A secret for one purpose, derived from the first of SLIPWAY_SECRET: the key of everything that is written. Use
 * `stableSecret` for values that must survive a rotation.
 */
export function derivedSecret(purpose: string): Buffer {
  return deriveSecret(slipwaySecrets()[0], purpose)
}

/** The derived secret of each value of SLIPWAY_SECRET, for reading. */
export function derivedSecrets(purpose: string): Buffer[] {
  return slipwaySecrets().map((secret) => deriveSecret(secret, purpose))
}

/** A secret for one purpose, derived from another in base64. */
export function deriveSecret(secret: string, purpose: string): Buffer {
  return createHmac('sha256', Buffer.from(secret, 'base64')).update(purpose).digest()
}

/** next-auth knows its own address from this variable only; BASE_URL already says it. */
export function setNextAuthUrl(): void {
  process.env.NEXTAUTH_URL = env().BASE_URL
}

/** Next takes its settings from here before it looks for next.config.ts, which it would need a compiler for. */
export function setNextSettings(settings: unknown): void {
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(settings)
}

/** Whether this stack runs on a developer's machine: its chains replace real ones. */
export function isLocalStack(): boolean {
  return isLoopback(env().BASE_URL)
}
