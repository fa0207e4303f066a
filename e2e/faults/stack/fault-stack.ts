import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { toDatabase } from '@/db/client'
import { findFreePort } from '@/dev/free-port'
import { startGuard } from '@/dev/guard'
import { fundPlatformWallet } from '@/dev/local-chains'
import { fundFeePayer } from '@/dev/local-clusters'
import { seedChain } from '@/dev/seed-chain'
import { type AppEnvironment, localInngest, postgresPart } from '@/dev/stack-parts'
import { makeThrowawayFolder } from '@/dev/throwaway-folder'
import { appPart, enginePart } from './app-part'
import { type Balancer, startBalancer } from './balancer'
import { startCpuMeter } from './cpu-meter'
import { type FaultBank, startFaultBank } from './fault-bank'
import { type FaultChain, startFaultChain } from './fault-chain'
import { type FaultCluster, startFaultCluster } from './fault-cluster'
import { type PartControl, startPart } from './part-control'
import { asOwner } from './prepare-data'
import type { PreparedRun } from './prepare-run'
import { runBundle } from './run-bundle'
import { moveKeys, signerEnvironments, signerPart } from './signer-part'

/**
 * The first fills wallets with gas at the platform's expense; the second sends through relayers and charges the
 * business.
 */
const CHAINS = [
  { chainId: 84532, gasPolicy: 'sponsored' },
  { chainId: 31337, gasPolicy: 'debited' },
] as const

/** Leases of those that a run kills or freezes end sooner than the product's: a third is waited for. */
export const LEASE_SHARE = 0.35

/** One process of the product, and the file in which its crash is ordered. */
export type AppProcess = { control: PartControl; baseUrl: string; faultFile: string }

export type FaultStack = {
  home: string
  /** The URL of the first app process; the balancer's address is `balancedUrl`. */
  baseUrl: string
  balancedUrl: string
  liveKey: string
  businessId: string
  chains: readonly FaultChain[]
  cluster: FaultCluster
  bank: FaultBank
  /** Gas wallets, relayers and treasury. */
  platformWallets: readonly string[]
  app: AppProcess
  /** Runs the thieves to their end, on a database and chains of this stack; what they print last. */
  runThieves: (order: unknown) => Promise<unknown>
  /** Makes tenants that nobody knows; their tokens. */
  makeStrangers: (order: { count: number }) => Promise<unknown>
  /** A process in which operators request refunds; it may be ordered to die too. */
  operators: { faultFile: string; refund: (order: { seed: number; count: number }) => Promise<unknown> }
  /** A process in which operators do one thing, as `restore/operators-main.ts` says; its answer. */
  askOperators: (order: unknown) => Promise<unknown>
  /** A further app process behind the balancer, until it is removed or the stack stops. */
  addApp: () => Promise<AppProcess>
  removeApp: (app: AppProcess) => Promise<void>
  /** Moves the keys into a separate signer: the former app ends, and one without keys replaces it. */
  withOwnSigner: () => Promise<{ signer: Omit<AppProcess, 'baseUrl'>; app: AppProcess }>
  parts: Record<'app' | 'engine' | 'postgres', PartControl>
  /** Everything this run watches over. */
  allParts: () => readonly PartControl[]
  /** CPU that all its parts used so far. */
  cpuSeconds: () => number
  /** As a superuser: sees every tenant. */
  sql: postgres.Sql
  stop: (options: { keep: boolean }) => Promise<void>
}

/** A new stack in a throw-away folder on free ports, each part under the control of this run. */
export async function startFaultStack({
  seed,
  prepared,
}: {
  seed: number
  prepared: PreparedRun
}): Promise<FaultStack> {
  const { programs, data } = prepared
  const root = process.cwd()
  const home = makeThrowawayFolder('slipway-faults-')
  mkdirSync(join(home, 'logs'))
  const guard = startGuard()
  const started: PartControl[] = []
  const meter = startCpuMeter(() => started.map(({ pid }) => pid()))
  const apps: { port: number; control: PartControl }[] = []
  const chains: FaultChain[] = []
  let balancer: Balancer | undefined
  let bank: FaultBank | undefined
  const add = async (part: Parameters<typeof startPart>[0]) => {
    const control = await startPart(part, guard)
    started.push(control)
    return control
  }
  const stopAll = async (): Promise<void> => {
    meter.stop()
    balancer?.close()
    await bank?.close()
    await Promise.all(chains.flatMap(({ proxies }) => proxies.map((proxy) => proxy.close())))
    for (const control of started.reverse()) {
      if (control.isFrozen()) control.thaw()
      // Nobody needs the end of a throw-away process to be polite; Postgres alone has children to collect.
      const end = control.name === 'postgres' ? control.stop() : control.kill({ group: true })
      await end.catch(() => {})
    }
    guard.close()
  }
  try {
    const { demo } = data
    const secrets = data.copyTo(home)
    const [port, balancerPort] = [await findFreePort(), await findFreePort()]
    const [enginePort, databasePort] = [await findFreePort(), await findFreePort()]
    balancer = await startBalancer(balancerPort, () =>
      apps.filter(({ control }) => !control.isFrozen()).map((app) => app.port),
    )
    bank = await startFaultBank({ home, secret: secrets.SLIPWAY_SECRET, appUrl: balancer.url })
    const database = postgresPart(home, { password: secrets.POSTGRES_PASSWORD, port: databasePort, syncs: false })
    const baseUrl = `http://127.0.0.1:${port}`
    const env: AppEnvironment = {
      PATH: process.env.PATH,
      BASE_URL: baseUrl,
      SLIPWAY_SECRET: secrets.SLIPWAY_SECRET,
      CUSTODY_KEK: secrets.CUSTODY_KEK,
      DATABASE_URL: asOwner(database.url),
      ...localInngest(secrets, enginePort),
      INNGEST_SERVE_ORIGIN: balancer.url,
      SANDBOX_BANK_URL: bank.url,
      SANDBOX_BANK_SECRET: bank.secret,
      ALLOW_LOOPBACK_WEBHOOKS: 'true',
      SECOND_FACTORS: 'optional',
      LOG_LEVEL: 'warn',
      LEASE_SHARE: String(LEASE_SHARE),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
    }
    const [postgresControl, cluster, ...all] = await Promise.all([
      add(database),
      startFaultCluster({ home, root, bundle: programs.solana }, guard),
      ...CHAINS.map((chain) => startFaultChain({ ...chain, home, seed }, guard)),
    ])
    chains.push(...all)
    started.push(cluster.control, ...chains.map(({ control }) => control))
    await fundFeePayer(cluster.local, demo.solanaFeePayer)
    for (const { local } of chains) for (const address of demo.platformWallets) await fundPlatformWallet(local, address)
    const sql = postgres(database.url, { max: 4, onnotice: () => {}, backoff: () => 0.1, connect_timeout: 5 })
    for (const { local } of [...chains, cluster])
      await seedChain(toDatabase(sql), { ...local, explorerUrl: local.rpcUrl })
    for (const { chainId, proxies } of chains) {
      await sql`update rpc_endpoints set label = 'first' where chain_id = ${chainId} and is_active`
      for (const { url } of proxies.slice(1))
        await sql`insert into rpc_endpoints (id, chain_id, url, label, priority) values (gen_random_uuid(), ${chainId}, ${url}, 'second', 1)`
    }
    // The limits of a plan are another test's matter: here the client wants in as fast as the server takes it.
    await sql`update plans set sponsored_daily_micros = 1e15, rate_limits = '{"readPerMinute": 1000000, "writePerMinute": 1000000}'`
    const serveUrl = `${balancer.url}/api/inngest`
    const engine = await add(enginePart({ home, root, bundle: programs.engine, env, port: enginePort, serveUrl }))
    const addApp = async (name: string, appPort: number, appEnv = env): Promise<AppProcess> => {
      const faultFile = join(home, `${name}.fault`)
      const control = await add(
        appPart({ name, home, root, bundle: programs.app, env: appEnv, port: appPort, faultFile }),
      )
      apps.push({ port: appPort, control })
      return { control, baseUrl: `http://127.0.0.1:${appPort}`, faultFile }
    }
    const removeApp = async ({ control }: Pick<AppProcess, 'control'>) => {
      apps.splice(
        apps.findIndex((one) => one.control === control),
        1,
      )
      await control.kill({ group: true })
    }
    const app = await addApp('app', port)
    const operatorsFault = join(home, 'operators.fault')
    return {
      home,
      baseUrl,
      balancedUrl: balancer.url,
      liveKey: demo.liveKey,
      businessId: demo.businessId,
      chains,
      cluster,
      bank,
      platformWallets: demo.platformWallets,
      app,
      runThieves: (order) => runBundle({ bundle: programs.thief, env, order }),
      makeStrangers: (order) => runBundle({ bundle: programs.strangers, env, order }),
      operators: {
        faultFile: operatorsFault,
        refund: (order) => runBundle({ bundle: programs.refund, env: { ...env, FAULT_FILE: operatorsFault }, order }),
      },
      askOperators: (order) => runBundle({ bundle: programs.operators, env, order }),
      addApp: async () => addApp(`app-${apps.length + 1}`, await findFreePort()),
      removeApp,
      async withOwnSigner() {
        const own = signerEnvironments(env, home)
        await removeApp(app)
        await moveKeys({ bundle: programs.migrate, env: own.signer, root })
        const faultFile = join(home, 'signer.fault')
        const control = await add(signerPart({ home, root, bundle: programs.signer, env: own.signer, faultFile }))
        return { signer: { control, faultFile }, app: await addApp('app-beside', port, own.app) }
      },
      parts: { app: app.control, engine, postgres: postgresControl },
      allParts: () => started,
      cpuSeconds: meter.seconds,
      sql,
      async stop({ keep }) {
        await sql.end({ timeout: 1 })
        await stopAll()
        if (!keep) rmSync(home, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await stopAll()
    throw error
  }
}
