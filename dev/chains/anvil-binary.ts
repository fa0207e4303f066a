import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The anvil that npm installed for this platform; the wrapper package's own install script is not needed. */
export function findAnvilBinary(): string {
  const os = process.platform === 'win32' ? 'win32' : process.platform
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${os}-${cpu}`
  try {
    const home = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    const binary = join(home, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
    if (existsSync(binary)) return binary
  } catch {
    // Falls through to the sentence below.
  }
  throw new Error(`No local chain for this platform (${name} is not installed): set SLIPWAY_CHAINS=none.`)
}
