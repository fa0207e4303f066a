import { join, resolve } from 'node:path'

export type StackOptions = {
  root: string
  /** Everything that lives on between starts. */
  home: string
  dev: boolean
  databaseUrl: string | null
  /** Set when a real Inngest does the jobs. */
  inngestUrl: string | null
  localChains: boolean
  localClusters: boolean
  /** Whether the demo business acts as an own backend would: follows a contract, to a receiver of this process, and pays for things. */
  demoEvents: boolean
  host: string
  /** Null: the usual port, or a free one. */
  port: number | null
}

/** Reads what the caller replaces; a wrong value throws one sentence that names its variable. */
export function readStackOptions(env: NodeJS.ProcessEnv, args: readonly string[]): StackOptions {
  const unknown = args.find((arg) => arg !== '--dev')
  if (unknown) throw new Error(`${unknown} is not an option of npm start: only --dev is.`)
  const root = process.cwd()
  const chains = env.SLIPWAY_CHAINS || 'local'
  if (chains !== 'local' && chains !== 'evm' && chains !== 'none') {
    throw new Error(`SLIPWAY_CHAINS is wrong (${chains}): it must be local, evm or none.`)
  }
  const demoEvents = env.SLIPWAY_DEMO_EVENTS || 'true'
  if (demoEvents !== 'true' && demoEvents !== 'false') {
    throw new Error(`SLIPWAY_DEMO_EVENTS is wrong (${demoEvents}): it must be true or false.`)
  }
  return {
    root,
    home: env.SLIPWAY_HOME ? resolve(root, env.SLIPWAY_HOME) : join(root, '.slipway'),
    dev: args.includes('--dev'),
    databaseUrl: env.DATABASE_URL || null,
    inngestUrl: readInngestUrl(env),
    localChains: chains !== 'none',
    localClusters: chains === 'local',
    demoEvents: demoEvents === 'true' && chains !== 'none',
    host: env.HOST || '127.0.0.1',
    port: readPort(env.PORT),
  }
}

function readInngestUrl({ INNGEST_DEV, INNGEST_BASE_URL }: NodeJS.ProcessEnv): string | null {
  if (INNGEST_BASE_URL) return INNGEST_BASE_URL
  if (!INNGEST_DEV) return null
  // The SDK's own default address for its switch without an address.
  if (INNGEST_DEV === '1' || INNGEST_DEV === 'true') return 'http://localhost:8288'
  if (INNGEST_DEV === '0' || INNGEST_DEV === 'false') return 'https://api.inngest.com'
  if (URL.canParse(INNGEST_DEV)) return INNGEST_DEV
  throw new Error(`INNGEST_DEV is wrong (${INNGEST_DEV}): it must be 0, 1 or the address of an Inngest dev server.`)
}

function readPort(text: string | undefined): number | null {
  if (!text) return null
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Error(`PORT is wrong (${text}): it must be a number between 1 and 65535.`)
}
