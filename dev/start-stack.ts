import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { buildProject, bundleFile } from './build'
import { checkDatabase } from './check-database'
import { findFreePort } from './free-port'
import { startGuard } from './guard'
import { chainPartName, chainStateFile, fundPlatformWallet, LOCAL_CHAIN_IDS, startLocalChains } from './local-chains'
import { fundFeePayer, LOCAL_CLUSTER_IDS, startLocalClusters } from './local-clusters'
import { printReady } from './print-ready'
import { loadSecrets } from './secrets'
import { readStackFacts, removeStackFacts, type StackFacts, writeStackFacts } from './stack-file'
import type { StackOptions } from './stack-options'
import { appEnvironment, appPart, enginePart, postgresPart } from './stack-parts'
import { stopLeftovers } from './stop-leftovers'
import { createSupervisor } from './supervisor'

/** Starts every part in order, keeps them running until the signal or a hopeless crash, stops them. Answers the exit code. */
export async function startStack(options: StackOptions, signal: AbortSignal): Promise<number> {
  const { home, root } = options
  const startedAt = Date.now()
  const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(1)
  const say = (text: string) => console.log(`${seconds().padStart(6)} s  ${text}`)
  let end: (exitCode: number) => void = () => {}
  const ended = new Promise<number>((resolve) => {
    end = resolve
  })
  signal.addEventListener('abort', () => end(0))

  await clearLeftovers(options, say)
  const guard = startGuard()
  let facts: StackFacts | null = null
  const supervisor = createSupervisor({
    guard,
    report: say,
    onRestart: () => {
      if (!facts) return
      facts = { ...facts, pids: { start: process.pid, ...supervisor.pids() } }
      writeStackFacts(home, facts)
    },
    onGiveUp: (name) => {
      say(`${name} crashed more than five times in a minute: everything stops.`)
      end(1)
    },
  })
  const step = async <T>(name: string, work: () => Promise<T>, note?: (result: T) => string): Promise<T> => {
    signal.throwIfAborted()
    const result = await work()
    say(note ? `${name}: ${note(result)}` : name)
    return result
  }

  try {
    const secrets = loadSecrets(home)
    const port = await choosePort(options)
    const enginePort = await findFreePort(8288)
    const env = appEnvironment(options, { secrets, port, enginePort })
    // A wrong variable ends the start here, before anything runs.
    ;(await import('@/server/env')).parseEnv({ ...env, DATABASE_URL: options.databaseUrl ?? 'postgres://127.0.0.1' })

    if (options.databaseUrl) await checkDatabase(options.databaseUrl)
    const databaseUrl =
      options.databaseUrl ??
      (await step('Postgres runs', async () => {
        const part = postgresPart(home, { password: secrets.POSTGRES_PASSWORD, port: await findFreePort(54_329) })
        await supervisor.add(part)
        return part.url
      }))
    env.DATABASE_URL = databaseUrl
    await step(
      'Build',
      () => buildProject({ root, pages: !options.dev, signal }),
      (result) => result,
    )
    const [chains, clusters] = await Promise.all([
      options.localChains
        ? step(
            'Local chains run',
            () => startLocalChains(supervisor, { home, artifacts: join(root, 'dist', 'contracts') }),
            (list) => list.map(({ chainId }) => chainId).join(', '),
          )
        : [],
      options.localClusters
        ? step(
            'Local Solana clusters run',
            () => startLocalClusters(supervisor, { home, root }),
            (list) => list.map(({ chainId }) => chainId).join(', '),
          )
        : [],
    ])
    const demo = await step('Database is migrated and seeded', async () => {
      const { prepareDatabase } = await import('./prepare-database')
      return prepareDatabase(env, [...chains, ...clusters])
    })
    await Promise.all(
      chains.flatMap((chain) => demo.platformWallets.map((address) => fundPlatformWallet(chain, address))),
    )

    await Promise.all(clusters.map((cluster) => fundFeePayer(cluster, demo.solanaFeePayer)))

    const engineUrl = options.inngestUrl ?? `http://127.0.0.1:${enginePort}`
    if (!options.inngestUrl) {
      const engine = enginePart(options, { env, port: enginePort, serveUrl: `http://127.0.0.1:${port}/api/inngest` })
      await step('Job engine runs', () => supervisor.add(engine))
    }
    await step('App runs', () => supervisor.add(appPart(options, { env, port })))

    const { businessId, projectId, liveKey, testKey, signIns } = demo
    facts = {
      baseUrl: env.BASE_URL,
      demo: { businessId, projectId, liveKey, testKey },
      signIns,
      evm: chains,
      solana: clusters,
      databaseUrl,
      jobEngineUrl: engineUrl,
      pids: { start: process.pid, ...supervisor.pids() },
    }
    writeStackFacts(home, facts)
    printReady(facts, { file: join(home, 'stack.json'), seconds: seconds() })
    return await ended
  } catch (error) {
    if (signal.aborted) return 0
    throw error
  } finally {
    await supervisor.stop()
    guard.close()
    removeStackFacts(home)
    say('Stopped')
  }
}

async function choosePort({ port }: StackOptions): Promise<number> {
  if (port === null) return findFreePort(3000)
  if ((await findFreePort(port)) === port) return port
  throw new Error(`PORT ${port} is taken: choose another one, or leave PORT out.`)
}

/** After a start that was killed together with its guard: stops what still runs, and puts its logs aside. */
async function clearLeftovers({ home, root }: StackOptions, say: (text: string) => void): Promise<void> {
  const facts = readStackFacts(home)
  if (facts) {
    const marks: Record<string, string> = { engine: bundleFile(root, 'engine'), app: join(root, 'dist', 'front.mjs') }
    for (const chainId of [...LOCAL_CHAIN_IDS, ...LOCAL_CLUSTER_IDS])
      marks[chainPartName(chainId)] = chainStateFile(home, chainId)
    const stopped = await stopLeftovers(facts, marks)
    if (stopped.length > 0) say(`Stopped what an earlier start left behind: ${stopped.join(', ')}`)
    removeStackFacts(home)
  }
  for (const name of ['postgres', 'engine', 'app', ...[...LOCAL_CHAIN_IDS, ...LOCAL_CLUSTER_IDS].map(chainPartName)]) {
    const log = join(home, 'logs', `${name}.log`)
    if (existsSync(log)) renameSync(log, `${log}.old`)
  }
}
