import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseEnv } from '@/server/env'

const service = z.object({
  image: z.string().optional(),
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  ports: z.array(z.string()).default([]),
  networks: z.array(z.string()),
  environment: z.record(z.string(), z.string()).default({}),
})
const compose = z.object({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.object({ internal: z.boolean().optional() }).nullable()),
})

const text = readFileSync('compose.yaml', 'utf8')
const { services, networks } = compose.parse(parse(text, { merge: true }))
const REQUIRED = [...new Set([...text.matchAll(/\$\{(\w+)(?=[}:])(?!:-)/g)].map(([, name = '']) => name))]

describe('compose.yaml', () => {
  it('pins each image to a version', () => {
    const images = Object.values(services).flatMap(({ image }) => image ?? [])
    expect(images.length).toBeGreaterThan(3)
    for (const image of images) expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+/)
    expect(readFileSync('Dockerfile', 'utf8')).not.toMatch(/^FROM node:\d+-/m)
  })

  it('runs an image that has every SQL file a migration reads', () => {
    const read = [...readFileSync('db/migrate.ts', 'utf8').matchAll(/'(\w+\.sql)'/g)].map(([, name = '']) => name)
    const copied = [...readFileSync('Dockerfile', 'utf8').matchAll(/\/app\/db\/(\S+\.sql)/g)].map(
      ([, name = '']) => name,
    )
    expect(read.length).toBeGreaterThan(2)
    expect(read.filter((name) => !copied.includes(name) && !copied.includes('*.sql'))).toEqual([])
  })

  it('listens on loopback alone, and only the app reaches what is outside', () => {
    for (const { ports } of Object.values(services)) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
    const open = Object.keys(networks).filter((name) => !networks[name]?.internal)
    const reaching = Object.keys(services).filter((name) => services[name]?.networks.some((net) => open.includes(net)))
    expect(reaching).toEqual(['app'])
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
    const filled = Object.entries(services.app?.environment ?? {}).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, wanted: string) => made[wanted] ?? ''),
    ])
    expect(() =>
      parseEnv({ NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '3000', ...Object.fromEntries(filled) }),
    ).not.toThrow()
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
