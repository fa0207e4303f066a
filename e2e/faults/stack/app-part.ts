import { join } from 'node:path'
import { type AppEnvironment, engineEnvironment } from '@/dev/stack-parts'
import { startNodePart } from '@/dev/start-node-part'
import type { Part } from '@/dev/supervisor'

/**
 * One process of the product. `faultFile`: where this run orders its crash at a fault point (server/fault-point.ts).
 */
export function appPart(input: {
  name: string
  home: string
  root: string
  bundle: string
  env: AppEnvironment
  port: number
  faultFile: string
}): Part {
  const { name, home, root, bundle, port, faultFile } = input
  const logFile = join(home, 'logs', `${name}.log`)
  const env = { ...input.env, PORT: String(port), FAULT_FILE: faultFile }
  const args = [bundle]
  const healthUrl = `http://127.0.0.1:${port}/healthz`
  return {
    name,
    logFile,
    start: (onSpawn) => startNodePart({ name, args, env, cwd: root, logFile, healthUrl }, onSpawn),
  }
}

/** The local job engine; it calls the product at `serveUrl`. */
export function enginePart(input: {
  home: string
  root: string
  bundle: string
  env: AppEnvironment
  port: number
  serveUrl: string
}): Part {
  const { home, root, bundle, env, port, serveUrl } = input
  const logFile = join(home, 'logs', 'engine.log')
  // A failed call is tried again in seconds, not in half a minute.
  const args = [bundle, '--port', String(port), '--serve-url', serveUrl, '--retry-scale', '0.1']
  const healthUrl = `http://127.0.0.1:${port}/health`
  const part = { name: 'engine', args, env: engineEnvironment(env), cwd: root, logFile, healthUrl }
  return {
    name: 'engine',
    logFile,
    start: (onSpawn) => startNodePart(part, onSpawn),
  }
}
