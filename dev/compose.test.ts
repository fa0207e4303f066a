import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseEnv } from '@/server/environment/parse-env'

const service = z.object({
  image: z.string().optional(),
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  ports: z.array(z.string()).default([]),
  networks: z.array(z.string()),
  env_file: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
})
const compose = z.object({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.object({ internal: z.boolean().optional() }).nullable()),
})

const text = readFileSync('compose.yaml', 'utf8')
const { services, networks } = compose.parse(parse(text, { merge: true }))
const example = [...readFileSync('.env.example', 'utf8').matchAll(/^#(\w+)=/gm)].map(([, name = '']) => name)
/** The values that the file sets, whatever .env says. */
const FIXED = { HOST: '0.0.0.0', PORT: '3000', INNGEST_DEV: '0' }
const REQUIRED = [...new Set([...text.matchAll(/\$\{(\w+)(?=[}:])(?!:-)/g)].map(([, name = '']) => name))]

/** The variables of a service's container, as Compose reads them from a .env file. `environment` overrides the file. */
function containerOf(name: string, dotEnv: Record<string, string>): Record<string, string> {
  const { env_file: files = [], environment = {} } = services[name] ?? {}
  const fromFiles = files.includes('.env') ? dotEnv : {}
  const own = Object.entries(environment).map(([variable, value]) => [variable, interpolate(value, dotEnv)])
  return { ...fromFiles, ...Object.fromEntries(own) }
}

/** `${A}`, `${A:?says}`, `${A:-else}` and `${A-else}`, the innermost first. */
function interpolate(value: string, dotEnv: Record<string, string>): string {
  const filled = value.replace(/\$\{(\w+)(:?[-?])?([^${}]*)\}/, (_, name: string, kind = '', otherwise = '') => {
    const given = dotEnv[name]
    const isGiven = given !== undefined && (given !== '' || !kind.startsWith(':'))
    return isGiven ? given : kind.endsWith('-') ? otherwise : ''
  })
  return filled === value ? value : interpolate(filled, dotEnv)
}

describe('compose.yaml', () => {
  it('pins each image to a version', () => {
    const images = Object.values(services).flatMap(({ image }) => image ?? [])
    expect(images.length).toBeGreaterThan(3)
    for (const image of images) expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+/)
    expect(readFileSync('Dockerfile', 'utf8')).not.toMatch(/^FROM node:\d+-/m)
  })

  it.each(['app', 'migrate'])('hands every variable of .env.example to %s', (name) => {
    expect(example.length).toBeGreaterThan(40)
    const dotEnv = Object.fromEntries(example.map((variable) => [variable, `said of ${variable}`]))
    const container = containerOf(name, dotEnv)
    expect(Object.fromEntries(example.map((variable) => [variable, container[variable]]))).toEqual({
      ...dotEnv,
      ...FIXED,
    })
  })

  it('can be told to use Inngest Cloud', () => {
    const { INNGEST_BASE_URL, INNGEST_SERVE_ORIGIN } = containerOf('app', {
      INNGEST_BASE_URL: '',
      INNGEST_SERVE_ORIGIN: '',
    })
    expect([INNGEST_BASE_URL, INNGEST_SERVE_ORIGIN]).toEqual(['', ''])
  })

  it('lets migrate reach the key service', () => {
    const open = Object.keys(networks).filter((name) => !networks[name]?.internal)
    expect(services.migrate?.networks.some((name) => open.includes(name))).toBe(true)
  })

  it('listens on loopback alone, and only the app and its migration reach what is outside', () => {
    for (const { ports } of Object.values(services)) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
    const open = Object.keys(networks).filter((name) => !networks[name]?.internal)
    const reaching = Object.keys(services).filter((name) => services[name]?.networks.some((net) => open.includes(net)))
    expect(reaching).toEqual(['migrate', 'app'])
  })

  it('says how everything it needs is made, and the app takes it', () => {
    for (const name of REQUIRED) expect(text).toMatch(new RegExp(`^# +${name}[= ]`, 'm'))
    const made: Record<string, string> = {
      BASE_URL: 'https://api.example.com',
      SLIPWAY_SECRET: Buffer.alloc(32, 1).toString('base64'),
      CUSTODY_KEK: `local:${Buffer.alloc(32, 2).toString('base64')}`,
      POSTGRES_PASSWORD: 'ab'.repeat(24),
      INNGEST_EVENT_KEY: 'cd'.repeat(32),
      INNGEST_SIGNING_KEY: 'ef'.repeat(32),
    }
    for (const name of ['app', 'migrate'])
      expect(() => parseEnv({ NODE_ENV: 'production', ...containerOf(name, made) })).not.toThrow()
    expect(containerOf('app', made).DATABASE_URL).toBe(
      `postgres://slipway:${made.POSTGRES_PASSWORD}@postgres:5432/slipway`,
    )
  })

  it('has connections that add up', () => {
    const most = Number(services.postgres?.command?.join(' ').match(/max_connections=(\d+)/)?.[1])
    const ofInngest = Number(services.inngest?.environment.INNGEST_POSTGRES_MAX_OPEN_CONNS)
    const { DATABASE_POOL } = parseEnv({
      BASE_URL: 'http://localhost:3000',
      SLIPWAY_SECRET: Buffer.alloc(32, 1).toString('base64'),
      CUSTODY_KEK: `local:${Buffer.alloc(32, 2).toString('base64')}`,
      DATABASE_URL: 'postgres://a:b@localhost/c',
      INNGEST_DEV: '1',
    })
    expect(ofInngest + 3 * DATABASE_POOL).toBeLessThan(most)
  })
})

describe('compose.signer.yaml', () => {
  const beside = z.object({
    services: z.record(
      z.string(),
      z.looseObject({
        env_file: z.array(z.string()).default(['.env']),
        environment: z.record(z.string(), z.string()).default({}),
        volumes: z.array(z.string()).default([]),
        command: z.array(z.string()).optional(),
      }),
    ),
  })
  const overlay = beside.parse(parse(readFileSync('compose.signer.yaml', 'utf8'), { merge: true })).services
  const made = {
    BASE_URL: 'https://api.example.com',
    SLIPWAY_SECRET: Buffer.alloc(32, 1).toString('base64'),
    CUSTODY_KEK: `local:${Buffer.alloc(32, 2).toString('base64')}`,
    POSTGRES_PASSWORD: 'ab'.repeat(24),
    INNGEST_EVENT_KEY: 'cd'.repeat(32),
    INNGEST_SIGNING_KEY: 'ef'.repeat(32),
  }
  const ofSigner = {
    SIGNER_SECRET: Buffer.alloc(32, 3).toString('base64'),
    SEED_KEK: `local:${Buffer.alloc(32, 4).toString('base64')}`,
  }
  /** The variables of a service's container from both files, .env and signer.env. */
  const given = (name: string) => {
    const { env_file: files = [], environment = {} } = overlay[name] ?? {}
    const own = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, interpolate(value, made)]))
    const ofBase = services[name] ? containerOf(name, made) : made
    return { NODE_ENV: 'production', ...ofBase, ...(files.includes('signer.env') ? ofSigner : {}), ...own }
  }

  it('gives each process what it takes, and the app neither the keys of seeds nor a password of the owner', () => {
    for (const name of ['app', 'signer', 'migrate']) expect(() => parseEnv(given(name))).not.toThrow()
    for (const name of ['app', 'signer']) expect(JSON.stringify(given(name))).not.toContain(made.POSTGRES_PASSWORD)
    for (const secret of Object.values(ofSigner)) expect(JSON.stringify(given('app'))).not.toContain(secret)
    expect(parseEnv(given('signer')).SIGNER_SOCKET).toBe(parseEnv(given('app')).SIGNER_SOCKET)
    expect(overlay.app?.volumes).toEqual(['signer:/run/slipway:ro'])
    expect(overlay.signer?.command).toContain('dist/signer.mjs')
  })
})
