import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const secretsFile = z.object({
  SLIPWAY_SECRET: z.string(),
  CUSTODY_KEK: z.string(),
  POSTGRES_PASSWORD: z.string(),
  INNGEST_EVENT_KEY: z.string(),
  INNGEST_SIGNING_KEY: z.string(),
})

export type Secrets = z.infer<typeof secretsFile>

/** The secrets of this folder's stack, made at its first start. Losing the file loses the local wallets. */
export function loadSecrets(home: string): Secrets {
  const file = join(home, 'secrets.json')
  const known = existsSync(file) ? secretsFile.partial().parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
  const secrets = { ...makeSecrets(), ...known }
  // A file of an earlier version lacks what was added since.
  if (Object.keys(known).length < Object.keys(secrets).length) {
    writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return secrets
}

function makeSecrets(): Secrets {
  return {
    SLIPWAY_SECRET: randomBytes(32).toString('base64'),
    CUSTODY_KEK: `local:${randomBytes(32).toString('base64')}`,
    POSTGRES_PASSWORD: randomBytes(18).toString('base64url'),
    INNGEST_EVENT_KEY: randomBytes(24).toString('base64url'),
    INNGEST_SIGNING_KEY: `signkey-local-${randomBytes(32).toString('hex')}`,
  }
}
