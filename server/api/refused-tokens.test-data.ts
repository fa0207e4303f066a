import { publishedKeys } from '@/server/keys/signing-keys'
import { MESSAGES } from '@/server/refusals/messages'
import { type Caller, confusedToken, forgeToken, unsignedToken } from '@/server/testing/callers'
import type { Endpoint } from './endpoint'

export type RefusedName =
  | 'test'
  | 'bare'
  | 'unsubscribed'
  | 'revoked'
  | 'blocked'
  | 'suspended'
  | 'other'
  | 'narrow'
  | 'walletOnly'

type Case = {
  name: string
  token: (endpoint: Endpoint) => string | Promise<string>
  /** Status, text, code. */
  expected: (endpoint: Endpoint) => [number, string, string]
}

export const SCOPE_OF_ANOTHER_AREA = 'a scope of another area'

const malformed = (): [number, string, string] => [401, MESSAGES.tokenInvalid, 'token_malformed']
const unknown = (): [number, string, string] => [401, MESSAGES.tokenInvalid, 'token_unknown']
/** Tokens that must be refused, with the answer each gets; their holders are created before the first call. */
export const refusedTokens = (full: () => Caller, callers: () => Record<RefusedName, Caller>): Case[] => [
  { name: 'a token that is no token', token: () => 'garbage', expected: malformed },
  { name: 'three parts of nothing', token: () => 'a.b.c', expected: malformed },
  {
    name: 'an expired token',
    token: () => forgeToken(full().subject, { expiresAt: Math.floor(Date.now() / 1000) - 60 }),
    expected: () => [401, MESSAGES.tokenInvalid, 'token_expired'],
  },
  {
    name: 'a wrong audience',
    token: () => forgeToken(full().subject, { audience: 'https://elsewhere.example/v1' }),
    expected: unknown,
  },
  {
    name: 'a wrong issuer',
    token: () => forgeToken(full().subject, { issuer: 'https://elsewhere.example' }),
    expected: unknown,
  },
  { name: 'a wrong type', token: () => forgeToken(full().subject, { header: { typ: 'JWT' } }), expected: unknown },
  {
    name: 'an unknown key id',
    token: () => forgeToken(full().subject, { header: { kid: 'nobody' } }),
    expected: unknown,
  },
  { name: 'alg none', token: () => unsignedToken(full().subject), expected: unknown },
  {
    name: 'HMAC under our public key',
    token: async () => confusedToken(full().subject, (await publishedKeys('all'))[0]?.publicJwk ?? {}),
    expected: unknown,
  },
  {
    name: "somebody else's signature",
    token: () => forgeToken(full().subject, { signer: 'foreign' }),
    expected: unknown,
  },
  {
    name: 'a key that does not exist',
    token: () => forgeToken({ ...full().subject, keyId: '0193a000-0000-7000-8000-00000000dead' }),
    expected: unknown,
  },
  {
    name: "a key of another business's project",
    token: () => forgeToken({ ...full().subject, keyId: callers().other.subject.keyId }),
    expected: unknown,
  },
  { name: 'a revoked key', token: () => callers().revoked.token, expected: unknown },
  {
    name: 'a token without business',
    token: () => forgeToken({ ...full().subject, businessId: undefined }),
    expected: () => [401, MESSAGES.contextMissing, 'context_missing'],
  },
  {
    name: 'a token without project',
    token: () => forgeToken({ ...full().subject, projectId: undefined }),
    expected: (endpoint) => [401, endpoint.contextMessage ?? MESSAGES.contextMissing, 'context_missing'],
  },
  { name: 'a test token', token: () => callers().test.token, expected: () => [403, MESSAGES.testToken, 'test_key'] },
  {
    name: 'a suspended business',
    token: () => callers().suspended.token,
    expected: () => [403, MESSAGES.projectSuspended, 'project_suspended'],
  },
  {
    name: 'a blocked address',
    token: () => callers().blocked.token,
    expected: () => [403, MESSAGES.ipBlocked, 'ip_blocked'],
  },
  {
    name: SCOPE_OF_ANOTHER_AREA,
    token: ({ scope }) => (scope?.startsWith('indexer') ? callers().walletOnly : callers().narrow).token,
    expected: ({ scope }) => [403, `Insufficient scope: ${scope}`, 'scope_missing'],
  },
]
