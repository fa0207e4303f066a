import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readStackOptions } from '@/dev/stack-options'
import { testEnvironment } from '@/server/testing/test-database'
import { parseEnv } from './parse-env'
import { MIN_CONNECTIONS } from './pool-sizes'
import { RIGHT_VALUES } from './right-values.test-data'
import { variables } from './variables'
import { WRONG_VALUES } from './wrong-values.test-data'

const documented = [...readFileSync('.env.example', 'utf8').matchAll(/^#(\w+)=/gm)].map(([, name = '']) => name)
/** Set by who starts the process, or by fault runs alone. */
const UNDOCUMENTED = ['NODE_ENV', 'FAULT_FILE', 'LEASE_SHARE']
/** A file name may be anything. */
const TAKES_ANYTHING = ['FAULT_FILE']
const OF_NPM_START = [
  'HOST',
  'PORT',
  'DATABASE_URL',
  'INNGEST_DEV',
  'INNGEST_BASE_URL',
  ...documented.filter((name) => /^SLIPWAY_(?!SECRET)/.test(name)),
]
const VAULT = {
  CUSTODY_KEK: 'vault-transit:transit/slipway',
  VAULT_ADDR: 'https://vault.example.com',
  VAULT_TOKEN: 'hvs.1',
}
const APPROLE = { VAULT_TOKEN: '', VAULT_ROLE_ID: 'role', VAULT_SECRET_ID: 'secret' }
const PROVIDERS = ['MONNIFY', 'FLUTTERWAVE', 'CNGN', 'SANDBOX_BANK']

const first = (name: string) => RIGHT_VALUES[name]?.[0] ?? ''

/** A start that works, with what the variable of that name needs beside it. */
function surroundings(name: string): Record<string, string | undefined> {
  const isLocal =
    ['FAUCET_URL', 'LEASE_SHARE', 'FAULT_FILE', 'INNGEST_DEV'].includes(name) || name.startsWith('SANDBOX_')
  const provider = PROVIDERS.find((prefix) => name.startsWith(prefix))
  const ofProvider = documented.filter((other) => provider && other.startsWith(provider))
  const ofSigner = ['SIGNER_SECRET', 'SEED_KEK'].includes(name)
    ? { SIGNER_SECRET: first('SIGNER_SECRET'), SEED_KEK: first('SEED_KEK') }
    : {}
  const deployment = isLocal ? {} : { BASE_URL: 'https://api.example.com', INNGEST_DEV: '0' }
  const keys = Object.fromEntries(
    ['INNGEST_EVENT_KEY', 'INNGEST_SIGNING_KEY', 'AWS_REGION', 'VAULT_ADDR', 'VAULT_TOKEN'].map((each) => [
      each,
      first(each),
    ]),
  )
  return {
    ...testEnvironment('postgres://127.0.0.1/slipway'),
    ...keys,
    ...deployment,
    ...ofSigner,
    ...Object.fromEntries(ofProvider.map((each) => [each, first(each)])),
  }
}

/** The error of a start with this value; null if the start accepts it. */
function refusalOf(name: string, value: string): string | null {
  return messageOf(() => parseEnv({ ...surroundings(name), [name]: value }))
}

function messageOf(read: () => unknown): string | null {
  try {
    read()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const pairs = (table: Record<string, readonly string[]>) =>
  Object.entries(table).flatMap(([name, values]) => values.map((value) => [name, value] as const))

it('.env.example says how few connections there may be', () => {
  expect(readFileSync('.env.example', 'utf8')).toContain(`From ${MIN_CONNECTIONS}; default: 45.`)
})

describe('the table of values', () => {
  it('has several wrong ones and a right one of every variable', () => {
    expect(documented.length).toBeGreaterThan(40)
    for (const name of [...documented, ...UNDOCUMENTED]) {
      expect(RIGHT_VALUES[name]?.length, name).toBeGreaterThan(0)
      if (!TAKES_ANYTHING.includes(name)) expect(WRONG_VALUES[name]?.length, name).toBeGreaterThan(1)
    }
  })

  it('knows every variable, and .env.example describes them all', () => {
    const known = Object.keys(variables.shape).sort()
    expect([...documented, ...UNDOCUMENTED].sort()).toEqual(known)
    expect(Object.keys(RIGHT_VALUES).sort()).toEqual(known)
  })
})

it.each(pairs(RIGHT_VALUES))('%s takes %j', (name, value) => {
  expect(refusalOf(name, value)).toBeNull()
})

it.each(pairs(WRONG_VALUES))('%s refuses %j, by name and without repeating it', (name, value) => {
  const refusal = refusalOf(name, value)
  expect(refusal).toMatch(new RegExp(`^${name} is wrong \\(.+\\): `, 's'))
  // A shorter value may be part of an example.
  if (value.trim().length >= 12) expect(refusal).not.toContain(value.trim())
})

it.each(pairs(WRONG_VALUES).filter(([name]) => OF_NPM_START.includes(name)))(
  'npm start refuses it as well: %s=%j',
  (name, value) => {
    expect(messageOf(() => readStackOptions({ NODE_ENV: 'test', [name]: value }, []))).toMatch(`${name} is wrong (`)
  },
)

it.each([
  ['AWS_REGION is missing', { CUSTODY_KEK: 'aws-kms:alias/slipway', AWS_REGION: '' }],
  ['AWS_REGION is missing', { CUSTODY_KEK: `${first('CUSTODY_KEK')},aws-kms:alias/slipway`, AWS_REGION: '' }],
  ['VAULT_ADDR is missing', { ...VAULT, VAULT_ADDR: '' }],
  ['VAULT_TOKEN is missing', { ...VAULT, VAULT_TOKEN: '' }],
  ['VAULT_TOKEN is wrong', { ...VAULT, VAULT_KUBERNETES_ROLE: 'slipway' }],
  ['VAULT_KUBERNETES_ROLE is wrong', { ...VAULT, ...APPROLE, VAULT_KUBERNETES_ROLE: 'slipway' }],
  ['VAULT_SECRET_ID is missing', { ...VAULT, ...APPROLE, VAULT_SECRET_ID: '' }],
  ['VAULT_ROLE_ID is missing', { ...VAULT, ...APPROLE, VAULT_ROLE_ID: '' }],
  ['SEED_KEK is missing', { SIGNER_SECRET: first('SIGNER_SECRET') }],
  ['SIGNER_SECRET is missing', { SEED_KEK: first('SEED_KEK') }],
  [
    'SIGNER_SECRET is wrong',
    { SEED_KEK: first('SEED_KEK'), SIGNER_SECRET: first('SLIPWAY_SECRET'), SLIPWAY_SECRET: first('SLIPWAY_SECRET') },
  ],
  ['DATABASE_URL is wrong', { SIGNER_SOCKET: first('SIGNER_SOCKET'), DATABASE_URL: first('DATABASE_URL') }],
  ['BASE_URL is missing', { BASE_URL: '' }],
  ['DATABASE_URL is missing', { DATABASE_URL: '' }],
  ['SLIPWAY_SECRET is missing', { SLIPWAY_SECRET: '' }],
  ['CUSTODY_KEK is missing', { CUSTODY_KEK: '' }],
  ['INNGEST_EVENT_KEY is missing', { INNGEST_EVENT_KEY: '' }],
  ['INNGEST_SIGNING_KEY is missing', { INNGEST_SIGNING_KEY: '' }],
  ['INNGEST_DEV is wrong', { INNGEST_DEV: '1' }],
  ['FAUCET_URL is wrong', { FAUCET_URL: 'http://127.0.0.1:9' }],
  ['FAULT_FILE is wrong', { FAULT_FILE: '/tmp/fault' }],
  ['LEASE_SHARE is wrong', { LEASE_SHARE: '0.5' }],
  ['SANDBOX_BANK_URL is wrong', { SANDBOX_BANK_URL: 'http://127.0.0.1:9', SANDBOX_BANK_SECRET: 'secret' }],
  ['MONNIFY_SECRET_KEY is missing', { MONNIFY_API_KEY: first('MONNIFY_API_KEY') }],
  ['FLUTTERWAVE_SECRET_HASH is missing', { FLUTTERWAVE_SECRET_KEY: first('FLUTTERWAVE_SECRET_KEY') }],
  ['CNGN_API_KEY is missing', { CNGN_PRIVATE_KEY: first('CNGN_PRIVATE_KEY') }],
])('a deployment is told: %s', (message, given) => {
  expect(messageOf(() => parseEnv({ ...surroundings(''), ...given }))).toMatch(new RegExp(`^${message}`))
})
