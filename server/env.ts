import { createHmac } from 'node:crypto'
import { z } from 'zod'

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

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
  /** Comma-separated addresses and CIDR ranges whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  /** For a local receiver: lets webhooks go to http and to loopback addresses. */
  ALLOW_LOOPBACK_WEBHOOKS: flag.default(false),
  /** Fault runs only: the file in which a run orders a crash (server/fault-point.ts). Refused where BASE_URL is not loopback. */
  FAULT_FILE: z.string().optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  /** Connections each process opens as the tenant role; workers get the same number. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(10),
})

export type Env = z.infer<typeof variables>

let cached: Env | undefined

/**
 * The environment, parsed once on first use (a build imports modules without having one).
 * Throws one sentence that names the variable at fault.
 */
export function env(): Env {
  cached ??= parseEnv(process.env)
  return cached
}

export function parseEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(present)
  if (parsed.success) return checkFaultFile(parsed.data)
  const [issue] = parsed.error.issues
  const name = String(issue?.path[0])
  const problem = present[name] === undefined ? 'is missing' : `is wrong (${issue?.message})`
  throw new Error(`${name} ${problem}: see .env.example for what it must hold.`)
}

function checkFaultFile(parsed: Env): Env {
  const { hostname } = new URL(parsed.BASE_URL)
  if (parsed.FAULT_FILE === undefined || ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return parsed
  throw new Error('FAULT_FILE is wrong (only a service on loopback may be told to crash): unset it.')
}

/** A secret for one purpose, derived from SLIPWAY_SECRET. */
export function derivedSecret(purpose: string): Buffer {
  return createHmac('sha256', Buffer.from(env().SLIPWAY_SECRET, 'base64')).update(purpose).digest()
}

/** next-auth knows its own address from this variable only; BASE_URL already says it. */
export function tellNextAuthItsAddress(): void {
  process.env.NEXTAUTH_URL = env().BASE_URL
}
