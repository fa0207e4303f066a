import { z } from 'zod'
import { isAddressOrRange, PROXY_HEADERS } from '@/server/client-address'
import { MAX_CONNECTIONS, MIN_CONNECTIONS } from '@/server/environment/pool-sizes'
import { parseUrl } from '@/server/parse-url'
import { canDecode } from './can-decode'
import {
  collectorAddress,
  enumOf,
  flag,
  fullPath,
  headerSecret,
  integer,
  isOrigin,
  localAddress,
  origin,
  singleLineText,
  textMatching,
} from './fields'
import { isHost, isHostOfUrl } from './host-name'
import { readKeks } from './key-encryption-keys'
import { isSmtpAddress, parseMailFrom } from './mail'
import { providerVariables } from './provider-variables'
import { readSecrets } from './slipway-secrets'
import { vaultVariables } from './vault-variables'

const signingKey = textMatching(
  (text) => /^(signkey-\w+-)?([0-9a-f]{2}){16,}$/i.test(text),
  'hexadecimal, of even length, perhaps with signkey-…- before it',
)

const addressesAndRanges = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine(
    (parts) => parts.every(isAddressOrRange),
    'must be addresses and CIDR ranges like 10.0.0.0/8, with commas between them',
  )

function isScreeningList(text: string): boolean {
  if (text === 'none' || text === 'fixed') return true
  const places = text.split(' ')
  return places.length <= MAX_SCREENING_LISTS && places.every(isPlaceOfList)
}

const MAX_SCREENING_LISTS = 20

function isPlaceOfList(text: string): boolean {
  if (text.startsWith('/')) return text.length <= 1_000 && !/\p{Cc}|\/$/u.test(text)
  const url = parseUrl(text)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === ''
}

/** Linux takes 107; macOS three fewer. */
const MAX_SOCKET_BYTES = 103

const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']
const FILES = ['sslrootcert', 'sslcert', 'sslkey']
const TLS_MUST_BE =
  'must have an sslmode of disable, require or verify-full, and no file of certificates: NODE_EXTRA_CA_CERTS names it'

/** Additional variables of npm start: the parts that it starts, and their folder. */
const stackVariables = {
  SLIPWAY_CHAINS: enumOf(['local', 'evm', 'none']).default('local'),
  SLIPWAY_DEMO_EVENTS: flag.default(true),
  /** A folder. */
  SLIPWAY_HOME: singleLineText(1_000).default('.slipway'),
}

/** Every variable there is. .env.example has their names, their meanings and how to make their values. */
export const variables = z.object({
  NODE_ENV: enumOf(['production', 'development', 'test']).default('development'),
  PORT: integer(0, 65_535).default(3000),
  HOST: textMatching(isHost, 'an address or a host name, without scheme and port').default('127.0.0.1'),
  /** The public base URL of this service, and the issuer of its tokens. No slash at the end. */
  BASE_URL: origin('an address like https://api.example.com, without path, query and login'),
  /** Address of Postgres. Only migrations use the login in it; the app derives logins of its own roles. */
  DATABASE_URL: textMatching(
    isPostgresAddress,
    'postgres://login:password@host:5432/database, special characters escaped',
  ).refine(asksTlsPlainly, TLS_MUST_BE),
  /** Root of the pepper, session and role secrets. During a rotation `<new>,<former>`: the first one writes. */
  SLIPWAY_SECRET: readBy(readSecrets),
  /** During a rotation `<new>,<former>`: the first one wraps. */
  CUSTODY_KEK: readBy(readKeks),
  /** The Unix socket of the process that signs. Without it each process signs itself. */
  SIGNER_SOCKET: fullPath()
    .refine((text) => Buffer.byteLength(text) <= MAX_SOCKET_BYTES, `must be at most ${MAX_SOCKET_BYTES} bytes`)
    .optional(),
  /**
   * For the signer and migrations only: the root of the password of the signer's database role. During a rotation
   * `<new>,<former>`.
   */
  SIGNER_SECRET: readBy(readSecrets).optional(),
  /**
   * For the signer and migrations only: wraps the wallet seeds instead of CUSTODY_KEK. During a rotation
   * `<new>,<former>`.
   */
  SEED_KEK: readBy(readKeks).optional(),
  ...vaultVariables,
  /** A folder outside of the database's storage. Each wallet seed is copied there, encrypted, when it is created. */
  SEED_COPY_DIR: fullPath().optional(),
  /**
   * `required`: operator and support need a second factor, and acts with consequences a fresh proof. `optional` is for
   * local stacks.
   */
  SECOND_FACTORS: enumOf(['required', 'optional']).default('required'),
  AWS_REGION: textMatching((text) => /^[a-z]{2,}(-[a-z]+)+-\d+$/.test(text), 'a region like eu-west-1').optional(),
  /** Comma-separated addresses and CIDR ranges whose PROXY_HEADER is believed. */
  TRUSTED_PROXIES: addressesAndRanges,
  /** The one header in which those proxies name the client. */
  PROXY_HEADER: enumOf(PROXY_HEADERS).default('x-forwarded-for'),
  /** Permits webhooks to http and to loopback addresses, for local destinations. */
  ALLOW_LOOPBACK_WEBHOOKS: flag.default(false),
  /**
   * Fault runs only: the file in which a run orders a crash (server/fault-point.ts). Refused where BASE_URL is not
   * loopback.
   */
  FAULT_FILE: z.string().optional(),
  /** Fault runs only: leases last this share of their time. Refused where BASE_URL is not loopback. */
  LEASE_SHARE: textMatching((text) => Number(text) >= 0.1 && Number(text) <= 1, 'a number from 0.1 to 1')
    .transform(Number)
    .default(1),
  /** The URL of the local stack's faucet, which sends test funds. Refused unless BASE_URL is loopback. */
  FAUCET_URL: localAddress().optional(),
  /** A file outside of the database, by which a start notices that the database was restored from a backup. */
  RESTORE_MARK_FILE: textMatching((text) => /^\/.*[^/]$/.test(text), 'the path of a file, from /').optional(),
  /**
   * The list of addresses that the platform blocks for every business. It is `none`, `fixed` (two test addresses), or
   * the full path of a file or the URL of a list. Several of those have a space between them.
   */
  SCREENING_LIST: textMatching(
    isScreeningList,
    'none, fixed, the full path of a file, or an address like https://x.example/list.json',
  ).default('none'),
  /** The column with addresses, where that list is CSV. */
  SCREENING_LIST_COLUMN: textMatching(
    (text) => /^[^\p{Cc},;"]{1,100}$/u.test(text) && text.trim() === text,
    'the name of a column, without separators and quotes',
  ).default('address'),
  /** The mail server. Without it no email is sent. */
  SMTP_URL: textMatching(isSmtpAddress, 'smtps://login:password@host:465, special characters escaped').optional(),
  /** The sender of emails. */
  MAIL_FROM: textMatching(
    (text) => parseMailFrom(text) !== null,
    'an address, or a name and an address in <>',
  ).optional(),
  /** The sender of invoices and receipts. Without a name they say that none is set. */
  SELLER_NAME: singleLineText(200).optional(),
  /** Lines of an address, with a semicolon between them. */
  SELLER_ADDRESS: singleLineText(500)
    .refine((text) => /[^;\s]/.test(text), 'must be lines with a semicolon between them')
    .optional(),
  SELLER_TAX_ID: singleLineText(100).optional(),
  SELLER_EMAIL: z.email('must be the address of a mailbox').optional(),
  /**
   * Access to `/metrics`: with this as bearer token, from these networks; both where both are set, none without either.
   */
  METRICS_TOKEN: headerSecret(/^\S{16,}$/, 'at least 16 printable characters without blanks').optional(),
  METRICS_NETWORKS: addressesAndRanges,
  /** The OTLP endpoint of traces over HTTP; `/v1/traces` is appended. Without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorAddress().optional(),
  LOG_LEVEL: enumOf(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  /** Connections to Postgres that the process opens at most, everything counted. */
  DATABASE_POOL: integer(MIN_CONNECTIONS, MAX_CONNECTIONS).default(45),
  /**
   * Jobs without keys and signatures: a dev server's address, or 1 for the usual one. Refused where BASE_URL is not
   * loopback.
   */
  INNGEST_DEV: textMatching(
    (text) => ['0', '1', 'true', 'false'].includes(text) || isOrigin(text),
    '0, 1 or the address of an Inngest dev server',
  ).optional(),
  INNGEST_BASE_URL: origin('an origin like https://inngest.example.com').optional(),
  INNGEST_EVENT_KEY: textMatching((text) => /^[\w-]+$/.test(text), 'letters, digits, - and _').optional(),
  INNGEST_SIGNING_KEY: signingKey.optional(),
  /** The former key, while it is being replaced. */
  INNGEST_SIGNING_KEY_FALLBACK: signingKey.optional(),
  /** The URL at which Inngest calls the app's jobs, if it is not BASE_URL. */
  INNGEST_SERVE_ORIGIN: origin('an origin like http://app:3000').optional(),
  ...providerVariables,
  ...stackVariables,
})

export type Variables = z.infer<typeof variables>

/** A text that `read` accepts. Its error says what the text must be. */
function readBy(read: (text: string) => unknown) {
  return z.string().superRefine((text, ctx) => {
    const problem = problemOf(() => read(text))
    if (problem !== null) ctx.addIssue({ code: 'custom', message: problem })
  })
}

function problemOf(read: () => unknown): string | null {
  try {
    read()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'cannot be read'
  }
}

/**
 * Postgres refuses a login with a parameter that it does not know, such as a file of certificates. A mistyped mode
 * would count as another mode.
 */
function asksTlsPlainly(text: string): boolean {
  const given = parseUrl(text)?.searchParams
  if (!given) return true
  const mode = given.get('sslmode')
  return (mode === null || TLS_MODES.includes(mode)) && !FILES.some((name) => given.has(name))
}

/**
 * An address of Postgres that names a host, and a database or a login after which it is called. A password whose signs
 * are not escaped would put parts of itself into the host, the path, the query or the fragment.
 */
function isPostgresAddress(text: string): boolean {
  const url = parseUrl(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || /[\s\p{Cc}#]/u.test(text)) return false
  const { username, password, pathname, searchParams } = url
  if (![username, password, pathname].every(canDecode)) return false
  const isNamed = /^\/[^/]+$/.test(pathname) || (/^\/?$/.test(pathname) && username !== '')
  return isHostOfUrl(url) && isNamed && [...searchParams.keys()].every((name) => /^\w+$/.test(name))
}
