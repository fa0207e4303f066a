import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { buildProject } from '@/dev/build'
import { findFreePort } from '@/dev/free-port'
import { NODE_BUNDLE } from '@/dev/node-bundle'
import { setup } from '@/dev/testing/global-setup'
import { waitUntil } from '@/dev/wait-until'
import { newCaller } from '@/server/testing/callers'
import { fillTenant } from '@/server/testing/fill-tenant'
import { testDatabase, testEnvironment } from '@/server/testing/test-database'
import { bundleTools, type Figure, measure, start, stop, takeTurns } from './http'

const ROUNDS = 7
const QUOTE = JSON.stringify({ purpose: 'WALLET_TOPUP', amountUsd: 20 })
const root = process.cwd()
const fileOf = (name: string) => join(root, 'dist', `bench-${name}.mjs`)

/**
 * Quotes through HTTP, and an authenticated read by a front server that counts uses beside one that does not; both take
 * turns.
 */
export async function benchPaymentCalls(options: { build: boolean } = { build: true }): Promise<void> {
  if (options.build) await buildProject({ root, kind: 'test' })
  await bundleTools()
  await bundleFronts()
  const stopPostgres = await setup()
  const database = await testDatabase()
  const servers: ChildProcess[] = []
  try {
    const caller = await newCaller()
    const { transactionId } = await fillTenant(caller.tenant)
    const ports = { metered: await findFreePort(), unmetered: await findFreePort() }
    const env = {
      ...process.env,
      ...testEnvironment(database.url),
      NODE_ENV: 'production',
      DATABASE_POOL: '45',
    } as const
    const path = `/v1/wallet/transaction/${transactionId}`
    for (const [name, port] of Object.entries(ports)) {
      servers.push(start([fileOf(name)], { ...env, INNGEST_DEV: '1', PORT: String(port) }))
      await untilServed(`http://127.0.0.1:${port}${path}`, caller.token)
    }
    const reads = await takeTurns(ports, (port) => measure(port, path, caller.token), ROUNDS)
    const [metered, unmetered] = [reads.metered, reads.unmetered].map((figures) => medianOf(perSecondOf(figures)))
    // Each round separately: other load on the machine affects both sides alike.
    const costs = reads.metered.map(({ perSecond }, n) => 100 * (1 - perSecond / (reads.unmetered[n]?.perSecond ?? 0)))
    console.log(
      `  reads: ${metered?.toFixed(0)}/s metered, ${unmetered?.toFixed(0)}/s without; metering costs ${medianOf(costs).toFixed(1)} % (aim under 3),` +
        ` median of ${ROUNDS} pairs from ${Math.min(...costs).toFixed(1)} to ${Math.max(...costs).toFixed(1)}; load ${loadavg()[0]?.toFixed(1)}`,
    )
    const { quotes } = await takeTurns({ quotes: ports.metered }, (port) =>
      measure(port, '/v1/payments/quote', caller.token, QUOTE),
    )
    const [quote] = quotes.toSorted((a, b) => b.perSecond - a.perSecond).slice(1)
    console.log(
      `  quotes: ${medianOf(perSecondOf(quotes)).toFixed(0)}/s on 32 connections, p50 ${quote?.p50Ms.toFixed(1)} ms, p99 ${quote?.p99Ms.toFixed(1)} ms; load ${loadavg()[0]?.toFixed(1)}`,
    )
  } finally {
    for (const server of servers) await stop(server)
    for (const name of ['metered', 'unmetered']) rmSync(fileOf(name), { force: true })
    await database.close()
    await stopPostgres?.()
  }
}

/** The front server twice, once without its meter. */
async function bundleFronts(): Promise<void> {
  const front = { absWorkingDir: root, entryPoints: ['front/server.ts'], ...NODE_BUNDLE, outExtension: {} }
  await build({ ...front, outfile: fileOf('metered') })
  await build({
    ...front,
    outfile: fileOf('unmetered'),
    plugins: [
      {
        name: 'no-meter',
        setup: (bundle) =>
          bundle.onLoad({ filter: /server[\\/]usage[\\/]meter\.ts$/ }, () => ({
            contents: 'export async function takeUses() { return () => {} }',
          })),
      },
    ],
  })
}

async function untilServed(url: string, token: string): Promise<void> {
  const ask = () => fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const isUp = () =>
    ask().then(
      ({ status }) => status === 200,
      () => false,
    )
  if (!(await waitUntil(isUp, { timeoutMs: 60_000 }))) throw new Error(`${url} is not served`)
}

function perSecondOf(figures: readonly Figure[]): number[] {
  return figures.map(({ perSecond }) => perSecond)
}

function medianOf(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}
