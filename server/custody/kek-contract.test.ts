import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { setVariables } from '@/server/testing/set-variables'
import { testEnvironment } from '@/server/testing/test-database'
import { configuredKeks } from './configured-keks'
import { openEnvelope, rewrapEnvelope, sealEnvelope } from './envelope'
import type { Kek } from './kek'
import { keyFaultOf, WrongKeyError } from './key-fault'
import { type FakeKms, KEY_ARN, startFakeKms } from './testing/fake-kms'
import { type FakeVault, startFakeVault } from './testing/fake-vault'

const DATA_KEY = randomBytes(32)
const BINDING = { purpose: 'webhook-secret', business: 'b1', version: '1' }
const localKey = () => `local:${randomBytes(32).toString('base64')}`

/** Two keys of each kind, as CUSTODY_KEK names them. */
const PROVIDERS = {
  local: [localKey(), localKey()],
  'aws-kms': [`aws-kms:${KEY_ARN}`, `aws-kms:${KEY_ARN}-next`],
  'vault-transit': ['vault-transit:transit/slipway', 'vault-transit:transit/slipway-next'],
} as const
type Provider = keyof typeof PROVIDERS
const NAMES = Object.keys(PROVIDERS) as Provider[] // the keys of the object itself

let kms: FakeKms
let vault: FakeVault
beforeAll(async () => {
  ;[kms, vault] = await Promise.all([startFakeKms(), startFakeVault()])
  // Nothing here asks a database.
  const environment = { ...testEnvironment('postgres://nobody@127.0.0.1:9/none'), ...kms.environment }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  setVariables({ VAULT_ADDR: vault.url, VAULT_TOKEN: 'static' })
})
afterAll(() => Promise.all([kms.close(), vault.close()]))

function configure(...keks: string[]): Kek {
  setVariables({ CUSTODY_KEK: keks.join(',') })
  return configuredKeks('secrets').current
}
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => keyFaultOf(error),
  )
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

describe.each(NAMES)('a key of %s', (provider) => {
  const [first, second] = PROVIDERS[provider]

  it('unwraps what it wrapped, whatever the order of the binding, and wraps differently each time', async () => {
    const kek = configure(first)
    const [wrapped, again] = [await kek.wrap(DATA_KEY, BINDING), await kek.wrap(DATA_KEY, BINDING)]
    expect(text(wrapped)).not.toBe(text(again))
    expect(text(wrapped)).not.toContain(text(DATA_KEY))
    const turned = Object.fromEntries(Object.entries(BINDING).reverse())
    for (const bytes of [wrapped, again]) expect(text(await kek.unwrap(bytes, turned))).toBe(text(DATA_KEY))
  })

  it('has an id of its own, which is the same at each start and shows no key', async () => {
    const { id } = configure(first)
    expect(id).toMatch(new RegExp(`^${provider}:`))
    expect([configure(first).id, configure(second).id === id]).toEqual([id, false])
    if (provider === 'local') expect(first).not.toContain(id.slice('local:'.length))
  })

  it.each([
    ['another value', { ...BINDING, business: 'b2' }],
    ['one pair less', { purpose: BINDING.purpose, business: BINDING.business }],
    ['one pair more', { ...BINDING, more: '' }],
    ['swapped values', { ...BINDING, purpose: BINDING.business, business: BINDING.purpose }],
    ['no pairs', {}],
  ])('refuses a binding with %s', async (_, binding) => {
    const kek = configure(first)
    expect(await faultOf(kek.unwrap(await kek.wrap(DATA_KEY, BINDING), binding))).toBe('wrong_key')
  })

  it('refuses what another key of its kind wrapped', async () => {
    const wrapped = await configure(first).wrap(DATA_KEY, BINDING)
    expect(await faultOf(configure(second).unwrap(wrapped, BINDING))).toBe('wrong_key')
  })

  it.each(NAMES.filter((name) => name !== provider))('refuses what a key of %s wrapped', async (other) => {
    const wrapped = await configure(PROVIDERS[other][0]).wrap(DATA_KEY, BINDING)
    expect(await faultOf(configure(first).unwrap(wrapped, BINDING))).toBe('wrong_key')
  })

  it('refuses changed and shortened bytes, and random ones', async () => {
    const kek = configure(first)
    const wrapped = await kek.wrap(DATA_KEY, BINDING)
    const changed = [0.25, 0.5, 0.75].map((share) => {
      const at = Math.floor(wrapped.length * share)
      // Stays a letter in the text of a key service.
      return wrapped.map((byte, n) => (n === at ? (byte === 65 ? 66 : 65) : byte))
    })
    const broken = [...changed, wrapped.slice(0, wrapped.length / 2), randomBytes(wrapped.length)]
    for (const bytes of broken) expect(await faultOf(kek.unwrap(bytes, BINDING))).toBe('wrong_key')
    expect(text(await kek.unwrap(wrapped, BINDING))).toBe(text(DATA_KEY))
  })
})

const PAIRS = NAMES.flatMap((former) => NAMES.map((next) => [former, next] as const))

it.each(PAIRS)('a secret moves from a key of %s to one of %s and opens without the former', async (from, to) => {
  const [former, next] = [PROVIDERS[from][0], PROVIDERS[to][1]]
  configure(former, next)
  const before = await sealEnvelope(DATA_KEY, BINDING)
  configure(next, former)
  expect(text(await openEnvelope(before, BINDING))).toBe(text(DATA_KEY))
  const after = await rewrapEnvelope(before, BINDING)
  expect([after.kekId, text(after.sealed)]).toEqual([configuredKeks('secrets').current.id, text(before.sealed)])
  configure(next)
  expect(text(await openEnvelope(after, BINDING))).toBe(text(DATA_KEY))
  await expect(openEnvelope(before, BINDING)).rejects.toThrow(WrongKeyError)
  configure(former)
  await expect(openEnvelope(after, BINDING)).rejects.toThrow(WrongKeyError)
})
