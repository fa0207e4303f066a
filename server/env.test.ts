import { describe, expect, it } from 'vitest'
import { parseEnv } from '@/server/environment/parse-env'
import { testEnvironment } from '@/server/testing/test-database'

const SIGNING_KEY = `signkey-prod-${'ab'.repeat(32)}`
/** A deployment that works, without anything said about jobs. */
const deployment = {
  ...testEnvironment('postgres://127.0.0.1/slipway'),
  BASE_URL: 'https://api.example.com',
  INNGEST_DEV: undefined,
}
const jobs = { INNGEST_DEV: '0', INNGEST_EVENT_KEY: 'event_key-1', INNGEST_SIGNING_KEY: SIGNING_KEY }

describe('what is said about mail', () => {
  it.each([
    { SMTP_URL: 'smtp://127.0.0.1:25' },
    { SMTP_URL: 'smtps://me:secret@mail.example.com:465', MAIL_FROM: 'a@b.co' },
    { MAIL_FROM: 'Example Ltd <billing@example.com>' },
  ])('is taken: %j', (said) => {
    expect(() => parseEnv({ ...deployment, ...jobs, ...said })).not.toThrow()
  })

  it.each([
    { SMTP_URL: 'https://mail.example.com' },
    { SMTP_URL: 'mail.example.com' },
    { MAIL_FROM: 'nobody' },
    { MAIL_FROM: 'A <a@b.co>, <c@d.co>' },
    { MAIL_FROM: 'A\nBcc: x <a@b.co>' },
  ])('is refused by name: %j', (said) => {
    expect(() => parseEnv({ ...deployment, ...jobs, ...said })).toThrow(`${Object.keys(said)[0]} is wrong`)
  })
})

describe('what is said about jobs', () => {
  it.each<[string, Record<string, string>]>([
    ['Inngest Cloud', jobs],
    ['Inngest Cloud without the switch', { ...jobs, INNGEST_DEV: '' }],
    [
      'a server of one’s own',
      { ...jobs, INNGEST_BASE_URL: 'http://inngest:8288', INNGEST_SIGNING_KEY: 'ab'.repeat(16) },
    ],
    ['a former signing key', { ...jobs, INNGEST_SIGNING_KEY_FALLBACK: SIGNING_KEY }],
    ['a dev server beside a local app', { BASE_URL: 'http://127.0.0.1:3000', INNGEST_DEV: 'http://localhost:8288' }],
    ['the switch beside a local app', { BASE_URL: 'http://localhost:3000', INNGEST_DEV: '1' }],
  ])('is taken: %s', (_, said) => {
    expect(() => parseEnv({ ...deployment, ...said })).not.toThrow()
  })

  it.each<[string, Record<string, string>]>([
    ['INNGEST_EVENT_KEY', { INNGEST_DEV: '0', INNGEST_SIGNING_KEY: SIGNING_KEY }],
    ['INNGEST_SIGNING_KEY', { INNGEST_DEV: '0', INNGEST_EVENT_KEY: 'event' }],
    ['INNGEST_EVENT_KEY', {}],
    ['INNGEST_EVENT_KEY', { ...jobs, INNGEST_EVENT_KEY: 'with a blank' }],
    ['INNGEST_SIGNING_KEY', { ...jobs, INNGEST_SIGNING_KEY: 'signkey-prod-nothexadecimal' }],
    ['INNGEST_SIGNING_KEY', { ...jobs, INNGEST_SIGNING_KEY: 'abc'.repeat(11) }],
    ['INNGEST_SIGNING_KEY_FALLBACK', { ...jobs, INNGEST_SIGNING_KEY_FALLBACK: 'zz' }],
    ['INNGEST_DEV', { ...jobs, INNGEST_DEV: 'yes' }],
    ['INNGEST_DEV', { ...jobs, INNGEST_DEV: 'ftp://127.0.0.1' }],
    ['INNGEST_DEV', { ...jobs, INNGEST_DEV: 'http:127.0.0.1:8288' }],
    ['PAYSTACK_URL', { ...jobs, PAYSTACK_URL: 'https:api.paystack.co' }],
    ['PAYSTACK_URL', { ...jobs, PAYSTACK_URL: 'https://user:pass@api.paystack.co' }],
    ['PROXY_HEADER', { ...jobs, PROXY_HEADER: 'x-real-ip' }],
    ['INNGEST_DEV', { INNGEST_DEV: '1' }],
    ['INNGEST_BASE_URL', { ...jobs, INNGEST_BASE_URL: 'inngest:8288' }],
    ['INNGEST_SERVE_ORIGIN', { ...jobs, INNGEST_SERVE_ORIGIN: 'http://app:3000/api/inngest' }],
    ['INNGEST_SERVE_ORIGIN', { ...jobs, INNGEST_SERVE_ORIGIN: 'app:3000' }],
  ])('stops the start when %s is wrong or missing: %o', (name, said) => {
    expect(() => parseEnv({ ...deployment, ...said })).toThrow(new RegExp(`^${name} is (missing|wrong)`))
  })

  it('never repeats a key in its sentence', () => {
    const attempt = () => parseEnv({ ...deployment, ...jobs, INNGEST_SIGNING_KEY: 'signkey-prod-secretzz' })
    expect(attempt).toThrow(/^INNGEST_SIGNING_KEY is wrong/)
    expect(attempt).not.toThrow(/secretzz/)
  })

  it('takes the address jobs are called at from BASE_URL, unless it is another one inside', () => {
    expect(parseEnv({ ...deployment, ...jobs }).INNGEST_SERVE_ORIGIN).toBe('https://api.example.com')
    const inside = { ...jobs, INNGEST_SERVE_ORIGIN: 'http://app:3000/' }
    expect(parseEnv({ ...deployment, ...inside }).INNGEST_SERVE_ORIGIN).toBe('http://app:3000')
  })
})

describe('what fault runs ask for', () => {
  it.each([{ FAULT_FILE: '/tmp/fault' }, { LEASE_SHARE: '0.35' }])('stops the start outside loopback: %o', (asked) => {
    const [name] = Object.keys(asked)
    expect(() => parseEnv({ ...deployment, ...jobs, ...asked })).toThrow(`${name} is wrong (only a service on loopback`)
    expect(() => parseEnv({ ...deployment, ...jobs, ...asked, BASE_URL: 'http://127.0.0.1:3000' })).not.toThrow()
  })

  it('leaves leases as long as they are', () => {
    expect(parseEnv({ ...deployment, ...jobs }).LEASE_SHARE).toBe(1)
    expect(() => parseEnv({ ...deployment, ...jobs, LEASE_SHARE: '2' })).toThrow('LEASE_SHARE is wrong')
  })
})
