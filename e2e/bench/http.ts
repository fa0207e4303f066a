import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { buildProject, bundleFile } from '@/dev/build'
import { findFreePort } from '@/dev/free-port'
import { NODE_BUNDLE } from '@/dev/node-bundle'
import { setup } from '@/dev/testing/global-setup'
import { waitUntil } from '@/dev/wait-until'
import { publishedKeys } from '@/server/keys/signing-keys'
import { newCaller } from '@/server/testing/callers'
import { fillTenant } from '@/server/testing/fill-tenant'
import { testDatabase, testEnvironment } from '@/server/testing/test-database'

export type Figure = { perSecond: number; p50Ms: number; p99Ms: number }
type HttpFigures = Record<'bare' | 'front' | 'next', Figure> & { frontRatio: number; nextRatio: number }

const ROUNDS = 3
const SECONDS = 4
const root = process.cwd()
export const tools = join(root, '.slipway', 'bench')
const run = promisify(execFile)

/**
 * Authenticated `GET /v1/wallet/transaction/{id}` on 32 connections: through the front server, through Next's route
 * alone, and from a bare server that does the same check and select. The three take turns in each round, so that a busy
 * machine hits all alike.
 */
export async function benchHttp(options: { build: boolean } = { build: true }): Promise<HttpFigures> {
  if (options.build) await buildProject({ root, kind: 'test' })
  await bundleTools()
  const stopPostgres = await setup()
  const database = await testDatabase()
  const caller = await newCaller()
  const { transactionId } = await fillTenant(caller.tenant)
  const servers: ChildProcess[] = []
  try {
    const ports = { bare: await findFreePort(), front: await findFreePort(), next: await findFreePort() }
    const own = { NODE_ENV: 'production', DATABASE_POOL: '45' } as const
    const env = { ...process.env, ...testEnvironment(database.url), ...own }
    const [key] = await publishedKeys('all')
    const facts = {
      BENCH_DATABASE_URL: database.url,
      BENCH_JWK: JSON.stringify(key?.publicJwk),
      BENCH_ISSUER: process.env.BASE_URL ?? 'http://127.0.0.1:3000',
      BENCH_BUSINESS: caller.tenant.businessId,
    }
    const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
    servers.push(start([join(tools, 'bare.mjs')], { ...env, ...facts, PORT: String(ports.bare) }))
    servers.push(start([bundleFile(root, 'front')], { ...env, INNGEST_DEV: '1', PORT: String(ports.front) }))
    // Next alone cannot see the socket: the proxy in front of it is played by trusting the load generator's address.
    servers.push(
      start([next, 'start', '-H', '127.0.0.1', '-p', String(ports.next)], { ...env, TRUSTED_PROXIES: '10.0.0.1' }),
    )
    const path = `/v1/wallet/transaction/${transactionId}`
    const ask = (port: number) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${caller.token}` } })
    for (const port of Object.values(ports)) {
      const isUp = await waitUntil(
        () =>
          ask(port).then(
            (answer) => answer.status === 200,
            () => false,
          ),
        { timeoutMs: 60_000 },
      )
      if (!isUp)
        throw new Error(
          `port ${port} does not serve the transaction: ${await ask(port).then((answer) => answer.text(), String)}`,
        )
    }
    const figures = await takeTurns(ports, (port) => measure(port, path, caller.token))
    return report(figures)
  } finally {
    for (const server of servers) await stop(server)
    await database.close()
    await stopPostgres?.()
  }
}

/** A figure of each for every round, one after the other: a busy machine hits all alike. */
export async function takeTurns<N extends string>(
  ports: Record<N, number>,
  measureOne: (port: number) => Promise<Figure>,
  rounds = ROUNDS,
): Promise<Record<N, Figure[]>> {
  const names = Object.keys(ports) as N[] // the keys of a literal of this very type
  const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<N, Figure[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of names) figures[name].push(await measureOne(ports[name]))
  }
  return figures
}

/** With a body it is a POST. */
export async function measure(port: number, path: string, token: string, body = ''): Promise<Figure> {
  const { stdout } = await run(process.execPath, [
    join(tools, 'load.mjs'),
    `http://127.0.0.1:${port}`,
    path,
    token,
    String(SECONDS),
    body,
  ])
  return JSON.parse(stdout)
}

function report(figures: Record<'bare' | 'front' | 'next', Figure[]>): HttpFigures {
  const middle = (all: Figure[]) =>
    all.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(all.length / 2)] ?? all[0]
  const [bare, front, next] = [middle(figures.bare), middle(figures.front), middle(figures.next)]
  if (!bare || !front || !next) throw new Error('nothing was measured')
  const row = (figure: Figure) => ({
    'req/s': Math.round(figure.perSecond),
    'p50 ms': figure.p50Ms.toFixed(1),
    'p99 ms': figure.p99Ms.toFixed(1),
    'ratio to bare': `${Math.round((figure.perSecond / bare.perSecond) * 100)} %`,
  })
  console.log(`GET /v1/wallet/transaction/{id}, 32 connections, median of ${ROUNDS} rounds`)
  console.table({ 'bare node:http': row(bare), 'front server': row(front), "Next's route alone": row(next) })
  return {
    bare,
    front,
    next,
    frontRatio: front.perSecond / bare.perSecond,
    nextRatio: next.perSecond / bare.perSecond,
  }
}

export function start(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

export async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}

/** Plain JavaScript for the yardstick and the load, so that no compiler runs beside them. */
export async function bundleTools(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { bare: 'e2e/bench/http-bare.ts', load: 'e2e/bench/http-load.ts' },
    outdir: tools,
    ...NODE_BUNDLE,
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await benchHttp({ build: !process.argv.includes('--no-build') })
}
