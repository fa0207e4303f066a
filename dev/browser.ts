import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'

type Browser = { executablePath: string; args: string[] }

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC_APPS = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

const NSS_FOLDERS = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib']

const QUIET = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--metrics-recording-only',
  '--no-pings',
]

/** The system's Chromium where there is one, else the one that comes inside an npm package; no root needed. */
export async function findChromium(): Promise<Browser> {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...MAC_APPS]
  const installed = candidates.find(isExecutable)
  if (installed) return { executablePath: installed, args: QUIET }
  const executablePath = await unpackChromium()
  // Its own list of arguments is for Lambda: one process for everything, and no web security.
  return { executablePath, args: [...QUIET, '--disable-gpu'] }
}

/** Unpacks the browser of the npm package below the temporary folder, in a folder of this user's own. */
async function unpackChromium(): Promise<string> {
  // It unpacks the libraries a bare machine lacks only where it believes itself on Lambda; it looks when it is loaded.
  if (!NSS_FOLDERS.some((folder) => existsSync(join(folder, 'libnss3.so')))) {
    process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x'
  }
  const { TMPDIR } = process.env
  process.env.TMPDIR = join(tmpdir(), `slipway-browser-${userInfo().uid}`)
  mkdirSync(process.env.TMPDIR, { recursive: true })
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    return await packaged.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
