import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { VaultLogin } from '@/server/environment/vault-variables'
import { keyFaultOf } from './key-fault'
import { type FakeVault, startFakeVault, type VaultError } from './testing/fake-vault'
import { vaultClient } from './vault-client'
import { vaultTransitKek } from './vault-transit-kek'

const BINDING = { purpose: 'wallet-seed', business: 'b1', seed: 's1', version: '1' }
const DATA_KEY = new Uint8Array(32).fill(9)
const APPROLE: VaultLogin = { method: 'approle', mount: 'approle', roleId: 'role', secretId: 'right' }

let vault: FakeVault
beforeEach(async () => {
  vault = await startFakeVault()
})
afterEach(() => vault.close())

function kekOf({ login = APPROLE, path = 'transit', key = 'slipway', namespace = '' } = {}) {
  return vaultTransitKek({ mount: path, key }, vaultClient({ address: vault.url, login, namespace }))
}

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => keyFaultOf(error),
  )

it('wraps and unwraps with the binding as associated data, after one login', async () => {
  const kek = kekOf({ namespace: 'team/payments' })
  expect(kek.id).toBe('vault-transit:transit/slipway')
  const wrapped = await kek.wrap(DATA_KEY, BINDING)
  expect(Buffer.from(wrapped).toString()).toMatch(/^vault:v1:/)
  expect(Buffer.from(await kek.unwrap(wrapped, BINDING))).toEqual(Buffer.from(DATA_KEY))
  expect(vault.paths()).toEqual(['auth/approle/login', 'transit/encrypt/slipway', 'transit/decrypt/slipway'])
  expect(vault.seen.map(({ namespace }) => namespace)).toEqual(Array(3).fill('team/payments'))
  expect(Buffer.from(vault.seen[2]?.body.associated_data ?? '', 'base64').toString()).toContain('"b1"')
})

it('opens what an older version of the key wrapped', async () => {
  const kek = kekOf()
  const old = await kek.wrap(DATA_KEY, BINDING)
  vault.rotate()
  expect(Buffer.from(await kek.wrap(DATA_KEY, BINDING)).toString()).toMatch(/^vault:v2:/)
  expect(Buffer.from(await kek.unwrap(old, BINDING))).toEqual(Buffer.from(DATA_KEY))
})

it('400: a version that the key no longer allows, or does not have yet, is a fault of the set-up', async () => {
  const kek = kekOf()
  const old = await kek.wrap(DATA_KEY, BINDING)
  vault.rotate()
  vault.forbidBelow(2)
  expect(await faultOf(kek.unwrap(old, BINDING))).toBe('key_unusable')
  const newer = Buffer.from(Buffer.from(old).toString().replace('v1', 'v9'))
  expect(await faultOf(kek.unwrap(newer, BINDING))).toBe('key_unusable')
})

it('400 and 404: a key or an engine that is not there', async () => {
  const wrapped = await kekOf().wrap(DATA_KEY, BINDING)
  expect(await faultOf(kekOf({ key: 'other' }).unwrap(wrapped, BINDING))).toBe('key_unusable')
  expect(await faultOf(kekOf({ key: 'other' }).wrap(DATA_KEY, BINDING))).toBe('key_unusable')
  expect(await faultOf(kekOf({ path: 'elsewhere' }).wrap(DATA_KEY, BINDING))).toBe('key_unusable')
})

const DENIED: VaultError = { status: 403, errors: ['permission denied'] }

it('403: one fresh login where the token ended, and the set-up is at fault where that helps nothing', async () => {
  const kek = kekOf()
  await kek.wrap(DATA_KEY, BINDING)
  vault.revokeTokens()
  await kek.wrap(DATA_KEY, BINDING)
  vault.seen.length = 0
  vault.become(DENIED)
  expect(await faultOf(kek.wrap(DATA_KEY, BINDING))).toBe('key_unusable')
  expect(vault.paths()).toEqual(['transit/encrypt/slipway', 'auth/approle/login', 'transit/encrypt/slipway'])
})

it('403: a token that was given cannot be replaced', async () => {
  const kek = kekOf({ login: { method: 'token', token: 'static' } })
  await kek.wrap(DATA_KEY, BINDING)
  vault.revokeTokens()
  expect(await faultOf(kek.wrap(DATA_KEY, BINDING))).toBe('key_unusable')
})

it('a login that is refused is a fault of the set-up', async () => {
  expect(await faultOf(kekOf({ login: { ...APPROLE, secretId: 'wrong' } }).wrap(DATA_KEY, BINDING))).toBe(
    'key_unusable',
  )
  const noFile: VaultLogin = { method: 'kubernetes', mount: 'kubernetes', role: 'slipway', tokenFile: '/nowhere' }
  expect(await faultOf(kekOf({ login: noFile }).wrap(DATA_KEY, BINDING))).toBe('key_unusable')
})

it.each<VaultError>([
  { status: 412, errors: ['required index state not present'] },
  { status: 429, errors: ['request path "transit/encrypt/slipway": rate limit quota exceeded'] },
  { status: 500, errors: ['internal error'] },
  { status: 503, errors: ['Vault is sealed'] },
])('$status is asked again, and is silence in the end', async (error) => {
  const kek = kekOf()
  await kek.wrap(DATA_KEY, BINDING)
  vault.failNext(error, error)
  await kek.wrap(DATA_KEY, BINDING)
  vault.become(error)
  const refused = kek.wrap(DATA_KEY, BINDING)
  await expect(refused).rejects.toMatchObject({ reason: 'key_service_unavailable' })
  expect(await faultOf(refused)).toBe('key_service_silent')
})

it('no server is silence', async () => {
  const kek = kekOf()
  await vault.close()
  expect(await faultOf(kek.wrap(DATA_KEY, BINDING))).toBe('key_service_silent')
})

it('logs in once for many, and renews the token once half of its lease is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const kek = kekOf()
  const many = () => Promise.all(Array.from({ length: 5 }, () => kek.wrap(DATA_KEY, BINDING)))
  const asked = async (afterSeconds: number) => {
    vi.setSystemTime(Date.now() + afterSeconds * 1_000)
    vault.seen.length = 0
    await many()
    return vault.paths().filter((path) => path.startsWith('auth/'))
  }
  expect(await asked(0)).toEqual(['auth/approle/login'])
  expect(await asked(1_799)).toEqual([])
  expect(await asked(2)).toEqual(['auth/token/renew-self'])
  expect(await asked(3_600)).toEqual(['auth/approle/login'])
  vi.useRealTimers()
})
