import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from '@/dev/bundle-programs'

interface EngineProcess {
  url: string
  pid: number
  /** As a crash does it: no warning, no clean-up. */
  crash(): Promise<void>
  /** Stops the engine with SIGTERM and returns its exit code. */
  stop(): Promise<number | null>
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export async function spawnMain(args: string[], env: Record<string, string> = {}): Promise<ChildProcess> {
  return spawn(process.execPath, [await bundleProgram('packages/job-engine/main.ts'), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The engine as `npm start` runs it: a separate process. */
export async function spawnEngine(databaseUrl: string, serveUrl: string, port = 0): Promise<EngineProcess> {
  const child = await spawnMain(['--port', String(port), '--serve-url', serveUrl, '--retry-scale', '0.005'], {
    ENGINE_DATABASE_URL: databaseUrl,
    ENGINE_GRACE_MS: '30000',
  })
  const output: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  const exit = once(child, 'exit')
  if (!child.stdout || child.pid === undefined) throw new Error('the engine process did not start')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^engine ready on (\S+)$/.exec(line)?.[1]
    if (!url) continue
    child.stdout.resume()
    return {
      url,
      pid: child.pid,
      async crash() {
        child.kill('SIGKILL')
        await exit
      },
      async stop() {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
        await exit
        return child.exitCode
      },
    }
  }
  throw new Error(`the engine ended before it was ready: ${output.join('')}`)
}
