import { resolve } from 'node:path'
import { runsJobsWithoutKeys } from '@/server/environment/check-together'
import { integer } from '@/server/environment/fields'
import { parseVariables } from '@/server/environment/parse-env'
import { type Variables, variables } from '@/server/environment/variables'

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
  /**
   * Whether the demo business acts as an own backend would: follows a contract, to a receiver of this process, and pays
   * for things.
   */
  demoEvents: boolean
  host: string
  /** Null: the usual port, or a free one. */
  port: number | null
}

const stackVariables = variables
  .pick({
    HOST: true,
    INNGEST_DEV: true,
    INNGEST_BASE_URL: true,
    SLIPWAY_CHAINS: true,
    SLIPWAY_DEMO_EVENTS: true,
    SLIPWAY_HOME: true,
  })
  // The stack brings a Postgres and a port where none is named.
  .extend({ DATABASE_URL: variables.shape.DATABASE_URL.optional(), PORT: integer(1, 65_535).optional() })

/** Reads what the caller replaces; a wrong value throws one sentence that names its variable. */
export function readStackOptions(env: NodeJS.ProcessEnv, args: readonly string[]): StackOptions {
  const unknown = args.find((arg) => arg !== '--dev')
  if (unknown) throw new Error(`${unknown} is not an option of npm start: only --dev is.`)
  const root = process.cwd()
  const given = parseVariables(stackVariables, env)
  const { SLIPWAY_CHAINS, SLIPWAY_DEMO_EVENTS, SLIPWAY_HOME } = given
  return {
    root,
    home: resolve(root, SLIPWAY_HOME),
    dev: args.includes('--dev'),
    databaseUrl: given.DATABASE_URL ?? null,
    inngestUrl: inngestUrlOf(given),
    localChains: SLIPWAY_CHAINS !== 'none',
    localClusters: SLIPWAY_CHAINS === 'local',
    demoEvents: SLIPWAY_DEMO_EVENTS && SLIPWAY_CHAINS !== 'none',
    host: given.HOST,
    port: given.PORT ?? null,
  }
}

function inngestUrlOf({
  INNGEST_DEV,
  INNGEST_BASE_URL,
}: Pick<Variables, 'INNGEST_DEV' | 'INNGEST_BASE_URL'>): string | null {
  if (INNGEST_BASE_URL) return INNGEST_BASE_URL
  if (!INNGEST_DEV) return null
  // The SDK's own default address for its switch without an address.
  if (INNGEST_DEV === '1' || INNGEST_DEV === 'true') return 'http://localhost:8288'
  return runsJobsWithoutKeys({ INNGEST_DEV }) ? INNGEST_DEV : 'https://api.inngest.com'
}
