import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

/**
 * The versions whose insides `driver-insides.ts` was written for: read it against the sources of others before changing
 * these.
 */
const READ = { 'drizzle-orm': '0.45.4', postgres: '3.4.9' }

const require = createRequire(import.meta.url)
const withVersion = z.object({ version: z.string() })

/** The package's own file, which no `exports` need name. */
function installedVersion(name: string): string {
  for (let folder = dirname(require.resolve(name)); folder !== dirname(folder); folder = dirname(folder)) {
    const read = withVersion.safeParse(readJson(join(folder, 'package.json')))
    if (read.success) return read.data.version
  }
  throw new Error(`${name} has no version`)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

test('Drizzle and the driver are the ones whose insides were read', () => {
  const { dependencies } = z.object({ dependencies: z.record(z.string(), z.string()) }).parse(readJson('package.json'))
  expect(dependencies).toMatchObject(READ)
  for (const [name, version] of Object.entries(READ)) expect([name, installedVersion(name)]).toEqual([name, version])
})

const INSIDES =
  /\b(PostgresJsSession|PgDialect|max_pipeline|fetch_types|prepareQuery|(statement|query)\.(retried|state)\b|\.serializers\b)/

test('nothing else leans on them', () => {
  const sources = ['db', 'server', 'inngest', 'front'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(room, name)),
  )
  const leaning = sources.filter((file) => INSIDES.test(readFileSync(file, 'utf8')))
  expect(leaning).toEqual([join('db', 'driver-insides.ts')])
})
