import { spawn } from 'node:child_process'

/** Runs a command to its end; its output is shown only when it fails. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; signal?: AbortSignal; onSpawn?: (pid: number) => void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    if (child.pid !== undefined) options.onSpawn?.(child.pid)
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) return resolve()
      const shown = Buffer.concat(output).toString('utf8').trim()
      reject(new Error(`${[command, ...args].join(' ')} ended with exit code ${code}\n${shown}`))
    })
  })
}
