import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setVariables } from '@/server/testing/set-variables'
import { testEnvironment } from '@/server/testing/test-database'
import { type Envelope, openEnvelope, rewrapEnvelope, sealEnvelope } from './envelope'
import { keyFaultOf } from './key-fault'
import { sealSecret, unsealSecret } from './secrets'
import { seedBinding } from './seed-binding'
import { KEY_ARN, startFakeKms } from './testing/fake-kms'
import { startFakeVault } from './testing/fake-vault'

const newKey = () => `local:${randomBytes(32).toString('base64')}`
const [CUSTODY_KEK, FORMER] = [newKey(), newKey()]
const SIGNER_SECRET = randomBytes(32).toString('base64')
const SEED = new Uint8Array(64).fill(9)
const BINDING = seedBinding({ businessId: 'b1', id: 's1', version: 1 })
const USE = { purpose: 'webhook-secret', owner: 'p1' }

/** A key service as the contract tests of CUSTODY_KEK have it: what it was asked, and how it refuses. */
type Service = {
  kek: string
  asked: () => string[]
  refuse: () => void
  hold: () => void
  environment: object
  close: () => Promise<void>
}
const services: Record<string, Service> = {}

beforeAll(async () => {
  Object.assign(process.env, testEnvironment('postgres://127.0.0.1:9/none'))
  const [kms, vault] = [await startFakeKms(), await startFakeVault()]
  for (const [name, value] of Object.entries(kms.environment)) vi.stubEnv(name, value)
  services['AWS KMS'] = {
    kek: `aws-kms:${KEY_ARN}`,
    asked: () => kms.seen.splice(0).map(({ target, context }) => `${target} ${context.business}`),
    refuse: () => kms.become('AccessDeniedException'),
    hold: () => kms.become('works'),
    environment: {},
    close: kms.close,
  }
  services['Vault transit'] = {
    kek: 'vault-transit:transit/slipway',
    asked: () =>
      // Without the first look at its own token.
      vault.seen
        .splice(0)
        .filter(({ path }) => path.startsWith('transit/'))
        .map(({ path, body }) => {
          const bound = Buffer.from(body.associated_data ?? '', 'base64').toString()
          return `${path} ${/"business","([^"]+)"/.exec(bound)?.[1]}`
        }),
    refuse: () => vault.become({ status: 403, errors: ['permission denied'] }),
    hold: () => vault.become(null),
    environment: { VAULT_ADDR: vault.url, VAULT_TOKEN: 'static' },
    close: vault.close,
  }
})
afterAll(() => Promise.all(Object.values(services).map(({ close }) => close())))
beforeEach(() => {
  for (const { asked } of Object.values(services)) asked()
})

function become(service: Service, SEED_KEK: string | undefined): void {
  setVariables({
    ...{ VAULT_ADDR: undefined, VAULT_TOKEN: undefined, ...service.environment },
    ...{ CUSTODY_KEK, SEED_KEK, SIGNER_SECRET: SEED_KEK && SIGNER_SECRET },
    SIGNER_SOCKET: SEED_KEK === undefined ? '/run/slipway/signer.sock' : undefined,
  })
}

const opens = async (envelope: Envelope) => Buffer.from(await openEnvelope(envelope, BINDING)).equals(SEED)
const CALLS: Record<string, [wrap: string, unwrap: string]> = {
  'AWS KMS': ['TrentService.Encrypt b1', 'TrentService.Decrypt b1'],
  'Vault transit': ['transit/encrypt/slipway b1', 'transit/decrypt/slipway b1'],
}

test.each(Object.keys(CALLS))(
  '%s as SEED_KEK wraps seeds with their binding, and is asked for nothing else',
  async (name) => {
    const service = services[name]
    if (!service) throw new Error(`no ${name}`)
    become(service, service.kek)
    const envelope = await sealEnvelope(SEED, BINDING)
    expect(envelope.kekId).toBe(service.kek)
    expect(await opens(envelope)).toBe(true)
    expect(service.asked()).toEqual(CALLS[name])
    expect(Buffer.from(await unsealSecret(USE, await sealSecret(USE, SEED)))).toEqual(Buffer.from(SEED))
    expect(service.asked()).toEqual([])
    const elsewhere = openEnvelope(envelope, { ...BINDING, business: 'b2' })
    expect(keyFaultOf(await elsewhere.catch((error: unknown) => error))).toBe('wrong_key')

    service.refuse()
    expect(keyFaultOf(await opens(envelope).catch((error: unknown) => error))).toBe('key_unusable')
    expect(await unsealSecret(USE, await sealSecret(USE, SEED))).toHaveLength(SEED.length)
    service.hold()
    expect(await opens(envelope)).toBe(true)
  },
)

test.each(Object.keys(CALLS))(
  'seeds come under %s from a local key, and a process without SEED_KEK opens none',
  async (name) => {
    const service = services[name]
    if (!service) throw new Error(`no ${name}`)
    become(service, FORMER)
    const former = await sealEnvelope(SEED, BINDING)
    become(service, `${service.kek},${FORMER}`)
    expect(await opens(former)).toBe(true)
    const wrapped = await rewrapEnvelope(former, BINDING)
    expect(wrapped).toMatchObject({ kekId: service.kek, sealed: former.sealed })
    become(service, service.kek)
    expect(await opens(wrapped)).toBe(true)
    await expect(opens(former)).rejects.toThrow(/^SEED_KEK holds no key local:/)
    service.asked()
    become(service, undefined)
    await expect(opens(wrapped)).rejects.toThrow('SEED_KEK is missing')
    await expect(sealEnvelope(SEED, BINDING)).rejects.toThrow('SEED_KEK is missing')
    expect(service.asked()).toEqual([])
  },
)
