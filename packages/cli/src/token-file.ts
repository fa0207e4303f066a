import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { StoredToken, TokenStore } from '@slipway/sdk'
import { configPath, readPrivate, writePrivate } from './config'
import type { Terminal } from './terminal'

type Kept = StoredToken & { of: string }

/**
 * Keeps the token between commands, so that a script with many commands requests one. It is valid for one key and one
 * base URL.
 */
export function tokenFile(terminal: Terminal, { apiKey, baseUrl }: { apiKey: string; baseUrl: string }): TokenStore {
  const path = join(dirname(configPath(terminal)), 'token.json')
  const fingerprint = createHash('sha256').update(`${baseUrl} ${apiKey}`).digest('hex')
  return {
    async get() {
      const stored = await readPrivate<Kept>(path)
      return stored?.of === fingerprint ? stored : null
    },
    set: (token) => writePrivate(path, token && { ...token, of: fingerprint }),
  }
}
