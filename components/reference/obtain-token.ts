import { z } from 'zod'

const issued = z.object({ access_token: z.string(), expires_in: z.number() })
const refused = z.object({ error_description: z.string().optional(), error: z.string() })

/** An access token, and until when it is known to be valid. */
export type Token = { value: string; expiresAt: Date | null }

/**
 * Accepts an access token as it is, and exchanges anything else as an API key. Throws the error of the token endpoint.
 */
export async function obtainToken(keyOrToken: string): Promise<Token> {
  const secret = keyOrToken.trim()
  if (/^ey[\w-]+\.[\w-]+\.[\w-]+$/.test(secret)) return { value: secret, expiresAt: null }
  const response = await fetch('/v1/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_secret: secret }),
    credentials: 'omit',
  })
  const answer: unknown = await response.json()
  if (!response.ok) {
    const { error, error_description } = refused.parse(answer)
    throw new Error(error_description ?? error)
  }
  const { access_token, expires_in } = issued.parse(answer)
  return { value: access_token, expiresAt: new Date(Date.now() + expires_in * 1000) }
}
