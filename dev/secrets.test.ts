import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadSecrets } from './secrets'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'slipway-secrets-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

it('keeps what it made, for its owner alone', () => {
  const secrets = loadSecrets(home)
  expect(loadSecrets(home)).toEqual(secrets)
  expect(statSync(join(home, 'secrets.json')).mode & 0o777).toBe(0o600)
})

it('adds what an older stack has not, and keeps the wallets', () => {
  const older = { SLIPWAY_SECRET: 'a', CUSTODY_KEK: 'b', POSTGRES_PASSWORD: 'c' }
  writeFileSync(join(home, 'secrets.json'), JSON.stringify(older))
  const secrets = loadSecrets(home)
  expect(secrets).toMatchObject(older)
  expect(secrets.INNGEST_SIGNING_KEY).toMatch(/^signkey-local-[0-9a-f]{64}$/)
  expect(JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8'))).toEqual(secrets)
})
