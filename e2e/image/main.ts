import { execFile } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { findFreePort } from '@/dev/free-port'
import { filesBelow } from '@/dev/image/files-below'
import { makeImage } from '@/dev/image/make-image'
import { startNodePart } from '@/dev/start-node-part'
import { startThrowawayStack, type ThrowawayStack } from '@/e2e/throwaway-stack'
import { KEY_ARN, startFakeKms } from '@/server/custody/testing/fake-kms'
import { checkCalls } from './check-calls'
import { checkPages } from './check-pages'

const MAX_MB = 220

/** `npm run prove -- image`: the folder that the image holds, run from an empty directory beside a new stack. */
async function main(): Promise<void> {
  const { folder: made, bytes } = await makeImage(process.cwd())
  const megabytes = Object.values(bytes).reduce((sum, size) => sum + size, 0) / 1e6
  for (const [part, size] of Object.entries(bytes)) console.log(`${(size / 1e6).toFixed(1).padStart(7)} MB  ${part}`)
  console.log(`${megabytes.toFixed(1).padStart(7)} MB  in all, of ${MAX_MB} at most`)
  if (megabytes > MAX_MB) throw new Error('The image is too large')
  const folder = mkdtempSync(join(tmpdir(), 'slipway-image-'))
  cpSync(made, folder, { recursive: true, verbatimSymlinks: true })
  const before = stampsOf(folder)
  const stack = await startThrowawayStack()
  try {
    await checkMigration(folder, stack)
    await checkApp(folder, stack)
  } finally {
    await stack.stop()
  }
  const written = Object.entries(stampsOf(folder)).filter(([path, stamp]) => before[path] !== stamp)
  if (written.length > 0) throw new Error(`It wrote ${written.map(([path]) => path).join(', ')} into its own folder`)
  console.log('nothing was written into the folder')
  rmSync(folder, { recursive: true, force: true })
}

/**
 * An owner without superuser, a key service, an operator's password: all that the first command of a deployment does.
 */
async function checkMigration(folder: string, stack: ThrowawayStack): Promise<void> {
  const { facts } = stack
  const url = new URL(facts.databaseUrl)
  const sql = postgres(facts.databaseUrl, { max: 1, onnotice: () => {} })
  await sql`create role image_owner login createrole password 'image'`
  await sql`create database image owner image_owner`
  await sql.end()
  Object.assign(url, { username: 'image_owner', password: 'image', pathname: '/image' })
  const kms = await startFakeKms()
  const env = {
    ...environmentOf(stack),
    ...kms.environment,
    DATABASE_URL: url.href,
    CUSTODY_KEK: `aws-kms:${KEY_ARN}`,
  }
  const run = promisify(execFile)(process.execPath, ['dist/migrate.mjs', '--operator', 'operator@example.com'], {
    cwd: folder,
    env,
  })
  const { stdout } = await run.finally(kms.close)
  if (!/sets a password at http\S+\/welcome#[\w-]{43} /.test(stdout))
    throw new Error(`migrate.mjs added no operator: ${stdout}`)
  console.log('migrated as an owner without superuser, with keys wrapped by a key service')
}

/** A second process on the stack's database, which runs from the folder. */
async function checkApp(folder: string, stack: ThrowawayStack): Promise<void> {
  const { facts, home } = stack
  const port = await findFreePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const logFile = join(home, 'logs', 'image.log')
  const env = {
    ...environmentOf(stack),
    BASE_URL: baseUrl,
    PORT: String(port),
  }
  const args = ['dist/front.mjs']
  const app = await startNodePart(
    { name: 'image', args, env, cwd: folder, logFile, healthUrl: `${baseUrl}/healthz` },
    () => {},
  )
  try {
    const paymentId = await checkCalls(baseUrl, facts)
    await checkPages(baseUrl, facts, paymentId)
    console.log(`${Math.round(residentMb(app.pid))} MB resident after these pages`)
  } finally {
    await app.stop()
  }
  const errors = readFileSync(logFile, 'utf8').match(/^.*"level":(50|60).*$/gm)
  if (errors) throw new Error(`The process logged errors:\n${errors.join('\n')}`)
}

/** The environment of the stack's own process of the app. */
function environmentOf({ facts }: ThrowawayStack): NodeJS.ProcessEnv {
  const entries = readFileSync(`/proc/${facts.pids.app}/environ`, 'utf8').split('\0').filter(Boolean)
  return Object.fromEntries(entries.map((entry) => [entry.split('=', 1)[0], entry.slice(entry.indexOf('=') + 1)]))
}

function residentMb(pid: number): number {
  const kilobytes = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]
  return Number(kilobytes) / 1_024
}

function stampsOf(folder: string): Record<string, number> {
  return Object.fromEntries(filesBelow(folder).map((path) => [path, lstatSync(join(folder, path)).mtimeMs]))
}

await main()
process.exit(0)
