import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Terminal } from './terminal'
import { UsageError } from './terminal'

/** The settings that `login` keeps. */
export type Config = {
  apiKey: string
  baseUrl: string
  projectId: string
  /** Signs what `listen` forwards. */
  listenSecret: string
}

type Where = Pick<Terminal, 'env' | 'home'>

/** The file with the key: `~/.config/slipway/config.json`, or below `XDG_CONFIG_HOME`. */
export function configPath({ env, home }: Where): string {
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'slipway', 'config.json')
}

/** The settings that are kept, or null. Throws if others can read the file. */
export async function readConfig(where: Where): Promise<Partial<Config> | null> {
  return readPrivate<Partial<Config>>(configPath(where))
}

export async function saveConfig(where: Where, config: Config): Promise<void> {
  await writePrivate(configPath(where), config)
}

export async function deleteConfig(where: Where): Promise<void> {
  // Removes the folder, which also has the token and the position of `listen`.
  await rm(dirname(configPath(where)), { recursive: true, force: true })
}

/** The key and the address: from `SLIPWAY_API_KEY` and `SLIPWAY_BASE_URL`, or what `login` kept. */
export async function requireConfig(where: Where): Promise<Pick<Config, 'apiKey' | 'baseUrl'> & Partial<Config>> {
  const { SLIPWAY_API_KEY, SLIPWAY_BASE_URL } = where.env
  const stored = SLIPWAY_API_KEY && SLIPWAY_BASE_URL ? null : await readConfig(where)
  const apiKey = SLIPWAY_API_KEY || stored?.apiKey
  const baseUrl = SLIPWAY_BASE_URL || stored?.baseUrl
  if (!apiKey) throw new UsageError('Not signed in: run slipway login, or set SLIPWAY_API_KEY')
  if (!baseUrl) throw new UsageError('No address: run slipway login --base-url <url>, or set SLIPWAY_BASE_URL')
  // The project's kept settings belong to the key that was kept.
  return SLIPWAY_API_KEY && SLIPWAY_API_KEY !== stored?.apiKey ? { apiKey, baseUrl } : { ...stored, apiKey, baseUrl }
}

export function newListenSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** The last event of `listen`, by project and target. */
export function statePath(where: Where): string {
  return join(dirname(configPath(where)), 'listen.json')
}

/** A JSON file that only its owner reads; null if there is none. Throws if others can read it. */
export async function readPrivate<Kept>(path: string): Promise<Kept | null> {
  const found = await stat(path).catch(() => null)
  if (!found) return null
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new UsageError(`${path} can be read by others: run chmod 600 ${path}`)
  return JSON.parse(await readFile(path, 'utf8'))
}

/** Writes such a file, whole or not at all. */
export async function writePrivate(path: string, stored: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}`
  await writeFile(temporary, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
  await rename(temporary, path)
}
