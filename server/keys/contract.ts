import { z } from 'zod'

/** Hours the replaced pair keeps working. */
export const OVERLAP_HOURS = [0, 1, 24, 168] as const
export const DEFAULT_OVERLAP_HOURS = 24

export const rotateKeysBody = z.strictObject({
  overlapHours: z
    .literal([...OVERLAP_HOURS])
    .default(DEFAULT_OVERLAP_HOURS)
    .describe('Hours the present keys keep working: 0, 1, 24 or 168.'),
})

export const apiKeyView = z.object({
  id: z.string(),
  projectId: z.string(),
  environment: z.enum(['live', 'test']),
  prefix: z.string(),
  lastFour: z.string(),
  status: z.enum(['active', 'expiring', 'expired', 'revoked']),
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  lastUsedIp: z.string().nullable(),
})
export type ApiKeyView = z.infer<typeof apiKeyView>

/** A key as its maker sees it, once. */
export const newApiKeyView = apiKeyView.extend({ key: z.string().describe('Shown this once.') })
export type NewApiKeyView = z.infer<typeof newApiKeyView>

export const keyPairView = z.object({ live: newApiKeyView, test: newApiKeyView })
export type KeyPairView = z.infer<typeof keyPairView>

/** Not strict: RFC 6749 has servers ignore parameters they do not know. */
export const tokenBody = z.object({
  grant_type: z
    .string()
    .optional()
    .meta({
      description: 'Required: client_credentials. Optional here only so that its absence is answered in OAuth form.',
      examples: ['client_credentials'],
    }),
  client_id: z.string().optional().describe('Ignored; stock OAuth clients send one.'),
  client_secret: z
    .string()
    .optional()
    .meta({
      description: 'Required unless HTTP Basic carries it, as the password or as the user name: the project API key.',
      examples: ['sk_live_…'],
    }),
  scope: z.string().optional().describe('Space-separated; omit for full access. At most 500 characters.'),
})

export const tokenView = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int(),
  scope: z.string().optional(),
})

export const oauthErrorView = z.object({ error: z.string(), error_description: z.string() })

export const jwksView = z.object({ keys: z.array(z.record(z.string(), z.string())) })
export const oauthMetadataView = z.record(z.string(), z.unknown())
