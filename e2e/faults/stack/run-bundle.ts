import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { AppEnvironment } from '@/dev/stack-parts'

const MAX_BYTES = 64 * 1024 * 1024

/** Runs a process to its end with `order` as its one argument; answers what its last line says. */
export async function runBundle(input: { bundle: string; env: AppEnvironment; order: unknown }): Promise<unknown> {
  const { bundle, env, order } = input
  const args = [bundle, JSON.stringify(order)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: MAX_BYTES })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? 'null')
}
