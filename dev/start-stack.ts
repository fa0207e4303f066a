import { join } from 'node:path'
import { stop as stopBundler } from 'esbuild'
import type { RunningBank } from '@/packages/sandbox-bank/serve-bank'
import { collectWhenIdle } from '@/server/collect-when-idle'
import { buildBundles } from './build'
import { buildPagesBeside, type PagesBuild } from './build-pages-beside'
import { checkDatabase } from './check-database'
import { clearLeftovers } from './clear-leftovers'
import { DEMO_PAST_SECONDS, showBond } from './demo-bond'
import { type DemoReceiver, showEvents, startDemoReceiver } from './demo-events'
import { showPayments } from './demo-payments'
import { startGuard } from './guard'
import { holdStackPorts } from './hold-stack-ports'
import { fundPlatformWallet, startLocalChains } from './local-chains'
import { fundFeePayer, startLocalClusters } from './local-clusters'
import { createLocalServices, isLocal } from './local-services'
import { createPorts } from './ports'
import { prepareInChild } from './prepare-in-child'
import { printReady } from './print-ready'
import { loadSecrets } from './secrets'
import { shortDisk } from './short-disk'
import { removeStackFacts, type StackFacts, writePids, writeStackFacts } from './stack-file'
import type { StackOptions } from './stack-options'
import { appAddress, appEnvironment, appPart, enginePart, postgresPart } from './stack-parts'
import { createSupervisor } from './supervisor'
import { untilReady } from './until-ready'

/**
 * Starts every part in order, keeps them running until the signal or a doomed crash, stops them. Answers the exit code.
 */
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

  // A start allocates much that is used once.
  collectWhenIdle()
  await clearLeftovers(options, say)
  const guard = startGuard()
  let facts: StackFacts | null = null
  const services = createLocalServices()
  let receiver: DemoReceiver | null = null
  let pages: PagesBuild | null = null
  const ports = createPorts()
  // A note that cannot be written, on a full disk say, must not end parts that run.
  const note = (write: () => void) => {
    try {
      write()
    } catch (error) {
      say(`A note could not be written: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const renew = (changed: Partial<StackFacts>) => {
    if (!facts) return
    const renewed = { ...facts, ...changed }
    facts = renewed
    note(() => writeStackFacts(home, renewed))
  }
  const supervisor = createSupervisor({
    guard,
    report: say,
    handOver: ports.handOver,
    onPids: (pids) => note(() => writePids(home, pids)),
    onRestart: () => renew({ pids: { start: process.pid, ...supervisor.pids() } }),
    onGiveUp: (name) => {
      say(`${name} crashed more than five times in a minute: everything stops. ${shortDisk(home) ?? ''}`.trim())
      end(1)
    },
  })
  const step: Step = async (name, work, note) => {
    signal.throwIfAborted()
    const result = await work()
    say(note ? `${name}: ${note(result)}` : name)
    return result
  }

  try {
    const secrets = loadSecrets(home)
    const held = await holdStackPorts(ports, options)
    const env = appEnvironment(options, { secrets, port: held.app, enginePort: held.engine })
    await services.start({ env, options, appPort: held.app })
    const isDemo = options.demoEvents && isLocal(env.BASE_URL)
    const mainnetBornSecondsAgo = isDemo ? DEMO_PAST_SECONDS : 0
    // A wrong variable ends the start here, before anything runs.
    ;(await import('@/server/environment/parse-env')).parseEnv({
      ...env,
      DATABASE_URL: options.databaseUrl ?? 'postgres://127.0.0.1/slipway',
    })

    if (options.databaseUrl) await checkDatabase(options.databaseUrl)
    await step('Processes', () => buildBundles({ root, signal }), String)
    // Its process would stay for as long as this one.
    await stopBundler()
    if (!options.dev) pages = buildPagesBeside({ root, guard, say, onState: (state) => renew({ pages: state }) })
    const [chains, clusters, databaseUrl] = await startNodes(
      { options, supervisor, ports, held, password: secrets.POSTGRES_PASSWORD, step },
      mainnetBornSecondsAgo,
    )
    env.DATABASE_URL = databaseUrl
    const demo = await step('Database is migrated and seeded', () =>
      prepareInChild({ env, chains: [...chains, ...clusters] }),
    )
    await Promise.all([
      ...chains.flatMap((chain) => demo.platformWallets.map((address) => fundPlatformWallet(chain, address))),
      ...clusters.map((cluster) => fundFeePayer(cluster, demo.solanaFeePayer)),
    ])
    const engineUrl = options.inngestUrl ?? `http://127.0.0.1:${held.engine}`
    const serveUrl = `http://127.0.0.1:${held.app}/api/inngest`
    const engine = options.inngestUrl ? null : enginePart(options, { env, port: held.engine, serveUrl })
    // In parallel: the app registers its jobs as soon as the engine accepts them.
    await allOf(
      engine && step('Job engine runs', () => supervisor.add(engine)),
      step('App runs', () => supervisor.add(appPart(options, { env, port: held.app }))),
    )
    // A real Inngest may come up later than the stack.
    if (engine) await step('Jobs are registered', () => untilReady(appAddress(options, held.app), signal))

    const { businessId, projectId, liveKey, testKey, signIns } = demo
    const { faucet, bank, mail } = services.running()
    facts = {
      baseUrl: env.BASE_URL,
      demo: { businessId, projectId, liveKey, testKey },
      signIns,
      evm: chains,
      solana: clusters,
      databaseUrl,
      jobEngineUrl: engineUrl,
      bank: bank ? { url: bank.url } : null,
      ...(mail ? { mail: { url: mail.url } } : {}),
      pages: pages?.state() ?? 'ready',
      pids: { start: process.pid, ...supervisor.pids() },
    }
    faucet?.serve(facts)
    writeStackFacts(home, facts)
    if (isDemo) {
      receiver = await startDemoReceiver()
      await showDemo({ facts, receiver, bank, say })
    }
    printReady(facts, { file: join(home, 'stack.json'), seconds: seconds() })
    // Takes a while on the first start, and runs in the background.
    if (isDemo && options.localChains)
      showBond(facts).catch((error) => signal.aborted || say(`The demo issues no bond: ${error.message}`))
    return await ended
  } catch (error) {
    if (signal.aborted) return 0
    throw error
  } finally {
    await pages?.stop()
    await supervisor.stop()
    await services.close()
    await receiver?.close()
    guard.close()
    await ports.close()
    removeStackFacts(home)
    say('Stopped')
  }
}

type Demo = { facts: StackFacts; receiver: DemoReceiver; bank: RunningBank | null; say: (text: string) => void }

/** Shows events and payments. The stack is useful without them, for example after its demo key was revoked. */
async function showDemo({ facts, receiver, bank, say }: Demo): Promise<void> {
  await showEvents(facts, receiver).catch((error) => say(`The demo follows no contract: ${error.message}`))
  if (bank) await showPayments(facts, bank.bank).catch((error) => say(`The demo pays for nothing: ${error.message}`))
}

type Step = <T>(name: string, work: () => Promise<T>, note?: (result: T) => string) => Promise<T>
type Nodes = {
  options: StackOptions
  supervisor: ReturnType<typeof createSupervisor>
  ports: ReturnType<typeof createPorts>
  held: Awaited<ReturnType<typeof holdStackPorts>>
  password: string
  step: Step
}

/**
 * Starts the chains, the clusters and Postgres in parallel, because each mostly waits for processes and blocks.
 * Postgres is last: creating its cluster blocks this process.
 */
function startNodes({ options, supervisor, ports, held, password, step }: Nodes, mainnetBornSecondsAgo: number) {
  const { home, root } = options
  return allOf(
    options.localChains
      ? step(
          'Local chains run',
          () => startLocalChains(supervisor, { home, ports: held.chains, mainnetBornSecondsAgo }),
          (list) => list.map(({ chainId }) => chainId).join(', '),
        )
      : [],
    options.localClusters
      ? step(
          'Local Solana clusters run',
          () => startLocalClusters(supervisor, { home, root, ports: held.chains }),
          (list) => list.map(({ chainId }) => chainId).join(', '),
        )
      : [],
    options.databaseUrl ??
      step('Postgres runs', async () => {
        const beforeListen = () => ports.handOver(held.postgres)
        const part = postgresPart(home, { password, port: held.postgres, beforeListen })
        await supervisor.add(part)
        return part.url
      }),
  )
}

/** All results. Throws only after all have ended, so that everything that was started can be stopped. */
async function allOf<T extends readonly unknown[]>(...works: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(works)
  return Promise.all(works)
}
