import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { z } from 'zod'
import { findFreePort } from '@/dev/free-port'
import { startGuard } from '@/dev/guard'
import { loadSecrets, type Secrets } from '@/dev/secrets'
import { localInngest, postgresPart } from '@/dev/stack-parts'
import { makeThrowawayFolder } from '@/dev/throwaway-folder'
import { copyFolder, dataFolder } from './data-folder'
import { startPart } from './part-control'
import { runBundle } from './run-bundle'

const facts = z.object({
  liveKey: z.string(),
  businessId: z.uuid(),
  platformWallets: z.array(z.string()),
  solanaFeePayer: z.string(),
})

/**
 * A database with the schema, the reference data and the demo business, but without chains: each stack of a run begins
 * with a copy.
 */
export type PreparedData = {
  demo: z.infer<typeof facts>
  /** Copies the data folder and its secrets into the folder of a stack. */
  copyTo: (home: string) => Secrets
  remove: () => void
}

/** Makes the database of a run; `program` fills it. */
export async function prepareData(program: string): Promise<PreparedData> {
  const home = makeThrowawayFolder('slipway-faults-data-')
  mkdirSync(join(home, 'logs'))
  const remove = () => rmSync(home, { recursive: true, force: true })
  const guard = startGuard()
  try {
    const secrets = loadSecrets(home)
    const part = postgresPart(home, { password: secrets.POSTGRES_PASSWORD, port: await findFreePort(), syncs: false })
    const control = await startPart(part, guard)
    try {
      const env = {
        PATH: process.env.PATH,
        BASE_URL: 'http://127.0.0.1:1',
        SLIPWAY_SECRET: secrets.SLIPWAY_SECRET,
        CUSTODY_KEK: secrets.CUSTODY_KEK,
        DATABASE_URL: await makeOwner(part.url, secrets.POSTGRES_PASSWORD),
        ...localInngest(secrets, 1),
        NODE_ENV: 'production' as const,
      }
      const demo = facts.parse(await runBundle({ bundle: program, env, order: [] }))
      return { demo, copyTo: (target) => copy({ home, target, secrets }), remove }
    } finally {
      await control.stop()
    }
  } catch (error) {
    remove()
    throw error
  } finally {
    guard.close()
  }
}

/**
 * The login that a deployment gets: owner of its database, may create roles, no superuser. The job engine's part logs
 * in with it too.
 */
const OWNER = 'slipway_owner'

/** That login, in the address of a superuser. */
export function asOwner(superuserUrl: string): string {
  const url = new URL(superuserUrl)
  url.username = OWNER
  return url.href
}

async function makeOwner(superuserUrl: string, password: string): Promise<string> {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  await sql.unsafe(`create role ${OWNER} login createrole nosuperuser password '${password}'`)
  await sql.unsafe(`alter database slipway owner to ${OWNER}`)
  await sql.end()
  return asOwner(superuserUrl)
}

/** The keys of the job engine stay the stack's own: processes of two stacks never take each other for their own. */
function copy({ home, target, secrets }: { home: string; target: string; secrets: Secrets }): Secrets {
  const { SLIPWAY_SECRET, CUSTODY_KEK, POSTGRES_PASSWORD } = secrets
  const shared = { SLIPWAY_SECRET, CUSTODY_KEK, POSTGRES_PASSWORD }
  writeFileSync(join(target, 'secrets.json'), JSON.stringify(shared), { mode: 0o600 })
  copyFolder(dataFolder(home), dataFolder(target))
  return loadSecrets(target)
}
