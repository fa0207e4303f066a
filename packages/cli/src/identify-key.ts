import { createHmac } from 'node:crypto'
import { createClient } from '@slipway/sdk'
import { type Config, newListenSecret, saveConfig } from './config'
import type { Terminal } from './terminal'

type Known = Pick<Config, 'apiKey' | 'baseUrl'> & Partial<Config>

/**
 * Finds the project of a key with one request, and stores it with the secret of `listen`. Throws if the key is refused.
 */
export async function identifyKey(terminal: Terminal, { apiKey, baseUrl, ...known }: Known): Promise<Config> {
  if (known.projectId && known.listenSecret)
    return { apiKey, baseUrl, projectId: known.projectId, listenSecret: known.listenSecret }
  const client = createClient({ apiKey, baseUrl, fetch: terminal.fetch })
  const { access_token: token } = await client.createToken({ grant_type: 'client_credentials', client_secret: apiKey })
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  const config = { apiKey, baseUrl, projectId: String(Object(claims).projectId), listenSecret: newListenSecret() }
  // A key of the environment is not for the disk, but its secret must be the same the next time.
  if (terminal.env.SLIPWAY_API_KEY !== apiKey) await saveConfig(terminal, config)
  else config.listenSecret = secretOf(apiKey)
  return config
}

/** A secret that only holders of the key can compute. */
function secretOf(apiKey: string): string {
  return `whsec_${createHmac('sha256', apiKey).update('slipway listen').digest('base64')}`
}
