import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import { PROXY_HEADERS, type Proxies } from '@/server/client-address'
import { LEAST_CONNECTIONS, MOST_CONNECTIONS } from '@/server/database/pool-sizes'
import { parseWebAddress } from '@/server/parse-url'
import { checkProviderKeys, providerVariables } from '@/server/provider-variables'

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

const signingKey = z
  .string()
  .regex(
    /^(signkey-\w+-)?([0-9a-f]{2}){16,}$/i,
    'must be hexadecimal, of even length, perhaps with signkey-…- before it',
  )

const variables = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Where the outside reaches this service; issuer of the tokens. No slash at the end. */
  BASE_URL: z.url().transform((url) => url.replace(/\/+$/, '')),
  /** Address of Postgres. Only migrations use the login in it; the app derives logins of its own roles. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** 32 random bytes, base64: root of the pepper, session and role secrets. */
  SLIPWAY_SECRET: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length >= 32, 'must be at least 32 bytes in base64'),
  /** `local:<32 bytes base64>` or `aws-kms:<key id or ARN>`; during a rotation `<new>,<former>`: the first one wraps. */
  CUSTODY_KEK: z.string().regex(/^(local|aws-kms):.+$/, 'must be local:<32 bytes base64> or aws-kms:<key id>'),
  /** Comma-separated addresses and CIDR ranges whose PROXY_HEADER is believed. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  /** The one header in which those proxies name the client. */
  PROXY_HEADER: z.enum(PROXY_HEADERS).default('x-forwarded-for'),
  /** For a local receiver: lets webhooks go to http and to loopback addresses. */
  ALLOW_LOOPBACK_WEBHOOKS: flag.default(false),
  /** Fault runs only: the file in which a run orders a crash (server/fault-point.ts). Refused where BASE_URL is not loopback. */
  FAULT_FILE: z.string().optional(),
  /** Fault runs only: leases last this share of their time. Refused where BASE_URL is not loopback. */
  LEASE_SHARE: z.coerce.number().min(0.1).max(1).default(1),
  /** Where the local stack's faucet gives its play money. Refused where BASE_URL is not loopback. */
  FAUCET_URL: z.url({ protocol: /^http$/ }).optional(),
  /** Where mails leave: smtp(s)://login:password@host:port. Without it none is sent. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Who mails come from: `no-reply@example.com`, or with a name `Example <no-reply@example.com>`. */
  MAIL_FROM: z
    .string()
    .refine((text) => parseMailFrom(text) !== null, 'must be an address, or a name and an address in <>')
    .optional(),
  /** Who invoices and receipts are from. Without a name they say that none is set. */
  SELLER_NAME: z.string().max(200).optional(),
  /** Lines of an address, with a semicolon between them. */
  SELLER_ADDRESS: z.string().max(500).optional(),
  SELLER_TAX_ID: z.string().max(100).optional(),
  SELLER_EMAIL: z.email().optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  /** Connections to Postgres that the process opens at most, everything counted. */
  DATABASE_POOL: z.coerce.number().int().min(LEAST_CONNECTIONS).max(MOST_CONNECTIONS).default(45),
  /** Jobs without keys and signatures: a dev server's address, or 1 for the usual one. Refused where BASE_URL is not loopback. */
  INNGEST_DEV: z
    .string()
    .refine((text) => isSwitch(text) || isHttpUrl(text), 'must be 0, 1 or the address of an Inngest dev server')
    .optional(),
  INNGEST_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  INNGEST_EVENT_KEY: z
    .string()
    .regex(/^[\w-]+$/, 'must be letters, digits, - and _')
    .optional(),
  INNGEST_SIGNING_KEY: signingKey.optional(),
  /** The former key, while it is being replaced. */
  INNGEST_SIGNING_KEY_FALLBACK: signingKey.optional(),
  /** Where Inngest calls the app's jobs, when not at BASE_URL. */
  INNGEST_SERVE_ORIGIN: z
    .string()
    .refine((text) => isHttpUrl(text) && new URL(text).pathname === '/', 'must be an origin like http://app:3000')
    .transform((text) => new URL(text).origin)
    .optional(),
  ...providerVariables,
})

export type Env = z.infer<typeof variables> & { INNGEST_SERVE_ORIGIN: string }

function isSwitch(text: string): boolean {
  return ['0', '1', 'true', 'false'].includes(text)
}

function isHttpUrl(text: string): boolean {
  return parseWebAddress(text) !== null
}

/**
 * The environment, parsed once on first use (a build imports modules without having one).
 * Throws one sentence that names the variable at fault.
 */
export function env(): Env {
  return oncePerProcess('env', () => parseEnv(process.env))
}

/** Checks variables as `env` does. Throws one sentence that names the one at fault. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(present)
  if (parsed.success) {
    checkFaultRun(parsed.data)
    checkFaucet(parsed.data)
    checkBank(parsed.data)
    checkProviderKeys(parsed.data)
    checkJobKeys(parsed.data)
    return {
      ...parsed.data,
      INNGEST_SERVE_ORIGIN: parsed.data.INNGEST_SERVE_ORIGIN ?? new URL(parsed.data.BASE_URL).origin,
    }
  }
  const [issue] = parsed.error.issues
  const name = String(issue?.path[0])
  const problem = present[name] === undefined ? 'is missing' : `is wrong (${issue?.message})`
  throw new Error(`${name} ${problem}: see .env.example for what it must hold.`)
}

function checkFaultRun({ FAULT_FILE, LEASE_SHARE, BASE_URL }: z.infer<typeof variables>): void {
  if (isLoopback(BASE_URL)) return
  if (FAULT_FILE !== undefined)
    throw new Error('FAULT_FILE is wrong (only a service on loopback may be told to crash): unset it.')
  if (LEASE_SHARE !== 1)
    throw new Error('LEASE_SHARE is wrong (only a service on loopback may have short leases): unset it.')
}

function checkFaucet({ FAUCET_URL, BASE_URL }: z.infer<typeof variables>): void {
  if (FAUCET_URL === undefined || (isLoopback(BASE_URL) && isLoopback(FAUCET_URL))) return
  throw new Error('FAUCET_URL is wrong (only a service on loopback has a faucet, and there): unset it.')
}

function checkBank({ SANDBOX_BANK_URL, BASE_URL }: z.infer<typeof variables>): void {
  if (SANDBOX_BANK_URL === undefined || (isLoopback(BASE_URL) && isLoopback(SANDBOX_BANK_URL))) return
  throw new Error(
    'SANDBOX_BANK_URL is wrong (only a service on loopback has a bank of play money, and there): unset it.',
  )
}

/** Without keys whoever reaches the app runs its jobs, so that is for one's own machine alone. */
function checkJobKeys({ BASE_URL, ...keys }: z.infer<typeof variables>): void {
  if (runsJobsWithoutKeys(keys)) {
    if (isLoopback(BASE_URL)) return
    throw new Error('INNGEST_DEV is wrong (only a service on loopback may run jobs without keys): see .env.example.')
  }
  for (const name of ['INNGEST_EVENT_KEY', 'INNGEST_SIGNING_KEY'] as const) {
    if (keys[name] === undefined) throw new Error(`${name} is missing: see .env.example for what it must hold.`)
  }
}

/** As the SDK reads its switch. */
export function runsJobsWithoutKeys({ INNGEST_DEV }: Pick<Env, 'INNGEST_DEV'>): boolean {
  return INNGEST_DEV !== undefined && !['0', 'false'].includes(INNGEST_DEV)
}

function isLoopback(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}

/** The proxies whose word about a client's address counts. */
export function trustedProxies(): Proxies {
  const { TRUSTED_PROXIES, PROXY_HEADER } = env()
  return { trusted: TRUSTED_PROXIES, header: PROXY_HEADER }
}

/** Who mails come from: what MAIL_FROM says, else an address at the host of BASE_URL. */
export function mailFrom(): { name: string; address: string } {
  const { MAIL_FROM, BASE_URL } = env()
  const { hostname } = new URL(BASE_URL)
  const given = MAIL_FROM === undefined ? null : parseMailFrom(MAIL_FROM)
  // An address of the network is no domain of a mail address.
  return (
    given ?? {
      name: 'Slipway',
      address: `no-reply@${/[a-z]/i.test(hostname) && !hostname.startsWith('[') ? hostname : 'localhost.localdomain'}`,
    }
  )
}

function parseMailFrom(text: string): { name: string; address: string } | null {
  const [, name = '', address = text] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? []
  return z.email().safeParse(address).success ? { name: name.trim(), address } : null
}

/** A secret for one purpose, derived from SLIPWAY_SECRET. */
export function derivedSecret(purpose: string): Buffer {
  return createHmac('sha256', Buffer.from(env().SLIPWAY_SECRET, 'base64')).update(purpose).digest()
}

/** next-auth knows its own address from this variable only; BASE_URL already says it. */
export function tellNextAuthItsAddress(): void {
  process.env.NEXTAUTH_URL = env().BASE_URL
}

/** Whether this is a stack of somebody's own machine: its chains stand for real ones. */
export function isLocalStack(): boolean {
  return isLoopback(env().BASE_URL)
}
