import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleStart } from './bundle-start'
import { prepareInChild } from './prepare-in-child'

test('the process that runs on has nothing of what prepares the database once', async () => {
  const start = await bundleStart()
  const preparation = join(dirname(start), 'prepare-database.mjs')
  const packages = ['drizzle-orm', '@scure/bip39']
  const heldBy = (file: string) =>
    packages.filter((name) => readFileSync(file, 'utf8').includes(`node_modules/${name}`))
  expect({ start: heldBy(start), preparation: heldBy(preparation) }).toEqual({ start: [], preparation: packages })
})

test('a preparation that fails says why, and leaves the environment of this process as it is', async () => {
  const program = join(dirname(await bundleStart()), 'prepare-database.mjs')
  const env = {
    NODE_ENV: 'production' as const,
    BASE_URL: 'http://127.0.0.1:1',
    SLIPWAY_SECRET: 'x',
    DATABASE_URL: 'postgres://slipway:x@127.0.0.1:1/slipway',
  }
  await expect(prepareInChild({ env, chains: [] }, program)).rejects.toThrow('ECONNREFUSED')
  expect(process.env.DATABASE_URL).not.toBe(env.DATABASE_URL)
})
