import ipaddr from 'ipaddr.js'
import { env } from '@/server/env'
import { ApiError } from '@/server/errors'

type RelyingParty = { id: string; origin: string }

/**
 * The party that passkeys are made for, by `BASE_URL` alone: a Host header never decides. Null if that names an IP
 * address, which WebAuthn does not take. A loopback address becomes `localhost`, at which browsers use passkeys without
 * TLS.
 */
export function findRelyingParty(): RelyingParty | null {
  const { protocol, hostname, port, origin } = new URL(env().BASE_URL)
  const address = hostname.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(address)) return { id: hostname, origin }
  if (ipaddr.parse(address).range() !== 'loopback') return null
  return { id: 'localhost', origin: `${protocol}//localhost${port && `:${port}`}` }
}

/** Throws failed if the portal has no host name. */
export function requireRelyingParty(): RelyingParty {
  const party = findRelyingParty()
  if (!party) throw new ApiError('failed', 'Passkeys need a host name; this portal is reached at an IP address.')
  return party
}
