import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isThrowaway } from './throwaway-folder'

export type OsUser = { uid: number; gid: number }

const ROOT_OWNED_HOME = '/var/lib/slipway'

/**
 * Who runs Postgres: null means "the present user". Postgres refuses root, so root hands it to the owner of an existing
 * data folder, else to an unprivileged account every system has.
 */
export function findPostgresUser(dataDir: string): OsUser | null {
  if (process.getuid?.() !== 0) return null
  if (existsSync(dataDir)) {
    const { uid, gid } = statSync(dataDir)
    if (uid !== 0) return { uid, gid }
  }
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['nobody', 'daemon']) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields?.[2] && fields[3]) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new Error('Postgres does not run as root and this system has no unprivileged account: set DATABASE_URL.')
}

/** Whether that user can enter the folder (a project below /root, say, is closed to everybody else). */
export function isReachable(folder: string, user: OsUser | null): boolean {
  if (!user) return true
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0
}

/**
 * A folder the user can work in: the wanted one, or for an unreachable project one in a root-owned folder, stable per
 * path.
 */
export function folderForUser(preferred: string, user: OsUser | null): string {
  const parent = dirname(preferred)
  mkdirSync(parent, { recursive: true })
  if (!user || isReachable(parent, user)) return preferred
  openIfTemporary(parent)
  if (isReachable(parent, user)) return preferred
  const mark = createHash('sha256').update(preferred).digest('hex').slice(0, 12)
  mkdirSync(ROOT_OWNED_HOME, { recursive: true, mode: 0o755 })
  return join(ROOT_OWNED_HOME, `${basename(preferred)}-${mark}`)
}

/** Creates a private folder that belongs to the user. */
export function makeOwnFolder(folder: string, user: OsUser | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
}

// A temporary folder is closed to all but its maker; the user must get through to its own folder inside, not list it.
function openIfTemporary(folder: string): void {
  if (!isThrowaway(folder)) return
  const { uid, mode } = statSync(folder)
  if (uid === process.getuid?.()) chmodSync(folder, mode | 0o011)
}
