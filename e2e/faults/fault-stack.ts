import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { buildProject } from '@/dev/build'
import { startAnvil } from '@/dev/chains/anvil'
import { deployTokens, FAUCET_PRIVATE_KEY } from '@/dev/chains/deploy-tokens'
import { findFreePort } from '@/dev/free-port'
import { startGuard } from '@/dev/guard'
import { chainStateFile, fundPlatformWallet } from '@/dev/local-chains'
import { prepareDatabase } from '@/dev/prepare-database'
import { loadSecrets } from '@/dev/secrets'
import type { StackOptions } from '@/dev/stack-options'
import { appEnvironment, appPart, enginePart, postgresPart } from '@/dev/stack-parts'
import { type PartControl, startPart } from './part-control'

export const CHAIN_ID = 84532

export type FaultStack = {
  home: string
  baseUrl: string
  liveKey: string
  rpcUrl: string
  cngnAddress: string
  gasWalletAddress: string
  parts: Record<'app' | 'engine' | 'postgres' | 'chain', PartControl>
  /** As the owner of the database: sees every tenant. */
  sql: postgres.Sql
  stop: (options: { keep: boolean }) => Promise<void>
}

/** A stack of its own in a throw-away folder on free ports, each part under the control of this run. */
export async function startFaultStack(input: { build: boolean }): Promise<FaultStack> {
  const root = process.cwd()
  const home = mkdtempSync(join(tmpdir(), 'slipway-faults-'))
  mkdirSync(join(home, 'logs'))
  if (input.build) await buildProject({ root, pages: true })
  const guard = startGuard()
  const started: PartControl[] = []
  const add = async (part: Parameters<typeof startPart>[0]) => {
    const control = await startPart(part, guard)
    started.push(control)
    return control
  }
  try {
    const secrets = loadSecrets(home)
    const [port, enginePort, databasePort, chainPort] = await freePorts()
    const options = toOptions(root, home, port)
    const env = appEnvironment(options, { secrets, port, enginePort })
    delete env.INNGEST_BASE_URL
    const database = postgresPart(home, { password: secrets.POSTGRES_PASSWORD, port: databasePort })
    Object.assign(env, {
      BASE_URL: `http://127.0.0.1:${port}`,
      INNGEST_DEV: `http://127.0.0.1:${enginePort}`,
      DATABASE_URL: database.url,
    })
    const [postgresControl, chainControl] = await Promise.all([add(database), add(chainPart(home, chainPort))])
    const rpcUrl = `http://127.0.0.1:${chainPort}`
    const tokens = await deployTokens({ rpcUrl, artifacts: join(root, 'dist', 'contracts') })
    const cngn = tokens.find(({ symbol }) => symbol === 'cNGN')
    if (!cngn) throw new Error('the local chain has no cNGN')
    const chain = { chainId: CHAIN_ID, rpcUrl, tokens, faucetPrivateKey: FAUCET_PRIVATE_KEY }
    const demo = await prepareDatabase(env, [chain])
    for (const address of demo.platformWallets) await fundPlatformWallet(chain, address)
    const sql = postgres(database.url, { max: 2, onnotice: () => {}, backoff: () => 0.1, connect_timeout: 5 })
    // The limits of a plan are another test's matter: here the client wants in as fast as the server takes it.
    await sql`update plans set rate_limits = '{"readPerMinute": 1000000, "writePerMinute": 1000000}'`
    const serveUrl = `http://127.0.0.1:${port}/api/inngest`
    const engine = await add(enginePart(options, { env, port: enginePort, serveUrl }))
    const app = await add(appPart(options, { env, port }))
    return {
      home,
      baseUrl: env.BASE_URL,
      liveKey: demo.liveKey,
      rpcUrl,
      cngnAddress: cngn.address,
      gasWalletAddress: demo.gasWalletAddress,
      parts: { app, engine, postgres: postgresControl, chain: chainControl },
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

  async function stopAll(): Promise<void> {
    for (const control of started.reverse()) await control.stop().catch(() => {})
    guard.close()
  }
}

function toOptions(root: string, home: string, port: number): StackOptions {
  return { root, home, port, dev: false, databaseUrl: null, inngestUrl: null, localChains: true, host: '127.0.0.1' }
}

function chainPart(home: string, port: number): Parameters<typeof startPart>[0] {
  const logFile = join(home, 'logs', 'chain.log')
  const options = { chainId: CHAIN_ID, port, logFile, stateFile: chainStateFile(home, CHAIN_ID), blockTimeSeconds: 1 }
  return { name: 'chain', logFile, start: (onSpawn) => startAnvil({ ...options, onSpawn }) }
}

async function freePorts(): Promise<[number, number, number, number]> {
  return [await findFreePort(), await findFreePort(), await findFreePort(), await findFreePort()]
}
